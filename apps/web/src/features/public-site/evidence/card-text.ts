/** French for the texts of the released model cards. A text that a newer card words differently stays in English, marked as such. */
const french: Record<string, string> = {
  'English prose only. Verse, code, lists and translations were not tested.':
    'Prose en anglais uniquement. Les vers, le code, les listes et les traductions n’ont pas été testés.',
  'A score says how far a text resembles machine writing. It is never proof by itself.':
    'Un score indique à quel point un texte ressemble à un texte généré par IA. Il n’est jamais une preuve à lui seul.',
  'The stated rates hold for writing like the calibration texts. Human writing of another kind can be flagged more often.':
    'Les taux indiqués valent pour des textes semblables à ceux de la calibration. D’autres textes humains peuvent être signalés plus souvent.',
  'Personal statements for admission are a genre at risk: no human text of that kind could be used for training or calibration. Personal writing is judged by the strictest cut, raised by two units of log-odds.':
    'Les lettres de motivation sont un genre à risque : aucun texte humain de ce type n’a pu servir à l’entraînement ou à la calibration. Les textes personnels sont évalués au seuil le plus strict, relevé de deux unités de log-cote.',
  'Abstracts and other short, formal summaries by people are flagged more often than essays, though academic writing has a cut that abstracts raised.':
    'Les résumés d’articles et autres synthèses courtes et formelles écrits par des personnes sont plus souvent signalés que les rédactions, bien que les écrits universitaires aient un seuil relevé grâce à ces résumés.',
  'Edited, paraphrased or humanised machine text is often missed, and so is text by older or base models.':
    'Un texte généré par IA puis retouché, paraphrasé ou « humanisé » échappe souvent à la détection, de même que le texte de modèles anciens ou de base.',
  'Texts between 50 and 150 words are judged coarsely; a finding on them stays open.':
    'Les textes de 50 à 150 mots sont évalués grossièrement ; le résultat reste ouvert.',
  academic: 'écrits universitaires',
  'in doubt': 'type incertain',
  learner: 'apprenants d’anglais',
  narrative: 'récits',
  other: 'autres',
  'personal-writing': 'textes personnels',
  'school-essay': 'rédactions scolaires',
  'ethnicity: Asian/Pacific Islander': 'origine : Asie et îles du Pacifique',
  'ethnicity: Black/African American': 'origine : noire ou afro-américaine',
  'ethnicity: Hispanic/Latino': 'origine : hispanique ou latino-américaine',
  'ethnicity: White': 'origine : blanche',
  'gender: Female': 'sexe : féminin',
  'gender: Male': 'sexe : masculin',
  'means: Economically disadvantaged': 'milieu : défavorisé',
  'means: Not economically disadvantaged': 'milieu : non défavorisé',
  'TOEFL essays, human': 'rédactions du TOEFL, humaines',
  'US college-admission essays, human': 'lettres de candidature américaines, humaines',
  'US school essays, grade 8, human': 'rédactions scolaires américaines (4e), humaines',
  'university project abstracts, human': 'résumés de projets universitaires, humains',
  'abstract, ai': 'résumés générés par IA',
  'abstract, ai, prompt-engineering': 'résumés générés par IA avec une consigne travaillée',
  'essay, ai': 'rédactions générées par IA',
  'essay, ai, prompt-engineering': 'rédactions générées par IA avec une consigne travaillée',
}

/** A text of the model card in the reader's language; null where there is no translation. */
export function translateCardText(text: string, language: string): string | null {
  const trimmed = text.trim()
  if (language.startsWith('en')) return trimmed
  const open = /^(\d+) and more$/.exec(trimmed)
  if (open) return `${open[1]} et plus`
  const grade = /^grade: (\d+)$/.exec(trimmed)
  if (grade) return `niveau américain : grade ${grade[1]}`
  return /^\d+–\d+$/.test(trimmed) ? trimmed : (french[trimmed] ?? null)
}
