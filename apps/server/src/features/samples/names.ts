import type { SampleKind } from './texts.ts'

type SampleNames = Record<SampleKind | 'class', string>

const english: SampleNames = {
  class: 'Sample class',
  student: 'Sample – a student’s essay.txt',
  ai: 'Sample – an AI’s essay.txt',
  mixed: 'Sample – half and half.txt',
}

const french: SampleNames = {
  class: 'Classe d’exemple',
  student: 'Exemple – texte d’un élève.txt',
  ai: 'Exemple – texte d’une IA.txt',
  mixed: 'Exemple – moitié-moitié.txt',
}

/** What the samples are called in the language of the screens. */
export function sampleNamesIn(language: string | undefined): SampleNames {
  return language?.toLowerCase().startsWith('fr') ? french : english
}
