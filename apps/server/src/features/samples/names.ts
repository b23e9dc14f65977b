import type { SampleKind } from './texts.ts'

type SampleNames = Record<SampleKind | 'class', string>

const english: SampleNames = {
  class: 'Sample class',
  student: 'Sample – Jane Austen, aged fifteen.txt',
  ai: 'Sample – an AI’s essay.txt',
  mixed: 'Sample – half Austen, half AI.txt',
}

const french: SampleNames = {
  class: 'Classe d’exemple',
  student: 'Exemple – Jane Austen à quinze ans.txt',
  ai: 'Exemple – texte d’une IA.txt',
  mixed: 'Exemple – moitié Austen, moitié IA.txt',
}

/** The samples' names in the language of the screens. */
export function sampleNamesIn(language: string | undefined): SampleNames {
  return language?.toLowerCase().startsWith('fr') ? french : english
}
