import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import french from './sentences.fr-FR.json' with { type: 'json' }
import { translate } from './sentences.ts'

const source = path.join(import.meta.dirname, '..')
const written = [source, path.join(source, '../../../packages/contract/src')]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .filter((text) => text.includes('new Problem('))

/** Errors written in the source, with a value in each placeholder. Field names in front of a sentence are for programs. */
const errors = written.flatMap((text) =>
  [...text.matchAll(/(?:new Problem\(\s*'\w+',\s*|\b(?:msg|detail) =\s*)(['`])((?:(?!\1).|\\\1)*)\1/gs)]
    .map(([, , sentence = '']) =>
      sentence
        .replaceAll(/\$\{[^}]*\}/g, '7')
        .replaceAll('\\', '')
        .replaceAll('. 7 ', '. ')
        .replace(/^(7 )+(?=\p{Lu})/u, ''),
    )
    .filter((sentence) => !/^[\w.]+: 7$/.test(sentence)),
)

describe('errors and reasons', () => {
  test('all have a French translation', () => {
    expect(errors.length).toBeGreaterThan(80)
    expect(errors.filter((sentence) => translate(sentence, 'fr-FR') === sentence)).toEqual([])
  })

  test('keep their placeholders in French', () => {
    const placeholders = (text: string) =>
      [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name ?? '').toSorted((a, b) => a.localeCompare(b))
    for (const [english, translation] of Object.entries(french)) expect(placeholders(translation), english).toEqual(placeholders(english))
  })

  test('have French punctuation: no space in front of a mark may break the line', () => {
    for (const [english, translation] of Object.entries(french)) expect(translation, english).not.toMatch(/ [;:!?»%]|« |\d \d{3}/)
  })

  test.each([
    ['Sign in first. Your session may have ended.', 'Connectez-vous d’abord. Votre session a peut-être expiré.'],
    [
      'There is no such class. It may have been deleted. Nothing was changed.',
      'Cette classe n’existe pas. Elle a peut-être été supprimée. Rien n’a été modifié.',
    ],
    [
      'My essay. Final.docx is larger than 25 MB. Nothing was uploaded. Save it smaller, or paste its text.',
      'My essay. Final.docx dépasse 25\u202fMo. Rien n’a été envoyé. Enregistrez-le dans une taille réduite, ou collez son texte.',
    ],
    ['class.zip is damaged. Nothing was uploaded.', 'class.zip est endommagé. Rien n’a été envoyé.'],
    [
      'class.zip is protected with a password. Unpack it and upload the documents. Nothing was uploaded.',
      'class.zip est protégé par un mot de passe. Décompressez-le et envoyez les documents. Rien n’a été envoyé.',
    ],
  ])('in French: %s', (english, translation) => {
    expect(translate(english, 'fr-FR')).toBe(translation)
  })

  test('format numbers and dates for the reader', () => {
    const english = 'Monthly usage limit exceeded. You have used your 5,000 words; they reset on 1 December 2026. Nothing was uploaded.'
    expect(translate(english, 'en-GB')).toBe(english)
    expect(translate(english, 'en-US')).toContain('your 5,000 words; they reset on December 1, 2026.')
    expect(translate(english, 'fr-FR')).toContain('vos 5\u202f000 mots\u00a0; ils seront renouvelés le 1er décembre 2026.')
  })

  test('stay entirely in English if one sentence has no translation', () => {
    const text = 'Sign in first. This sentence is in no catalogue.'
    expect(translate(text, 'fr-FR')).toBe(text)
  })
})
