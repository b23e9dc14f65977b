import { fileFailures } from '@penmark/extract/failures'
import { describe, expect, test } from 'vitest'
import american from '../en-US/problems.json' with { type: 'json' }
import french from '../fr-FR/problems.json' with { type: 'json' }
import { locales } from '../locale.ts'
import { messages, reason, sentenceOf } from './reason.ts'

const placeholders = (text: string) => [...text.matchAll(/\{\{[^}]+\}\}/g)].map(([whole]) => whole).toSorted()

describe('reasons', () => {
  test('all have a French sentence, and no sentence is left of a reason that is gone', () => {
    expect(Object.keys(french).toSorted()).toEqual(Object.keys(messages).toSorted())
    expect(Object.keys(messages)).toEqual(expect.arrayContaining(Object.keys(american)))
  })

  test('name the same values in every language', () => {
    const english: Record<string, string> = messages
    for (const [code, sentence] of [...Object.entries(french), ...Object.entries(american)])
      expect(placeholders(sentence), code).toEqual(placeholders(english[code] ?? ''))
  })

  test('have French punctuation: no space in front of a mark may break the line', () => {
    for (const [code, sentence] of Object.entries(french))
      expect(sentence, code).not.toMatch(/ [;:!?»%]|« |\d \d{3}/)
  })

  // The web opens the upgrade dialog on these words (specification, decision 13).
  test('say "limit" and "exceeded" only about the allowance', () => {
    const saying = Object.entries(messages).filter(([, sentence]) => /limit|exceeded/i.test(sentence))
    expect(saying.map(([code]) => code)).toEqual(['words_used_up', 'characters_used_up'])
    for (const [code, sentence] of [...Object.entries(french), ...Object.entries(american)])
      if (!code.endsWith('_used_up')) expect(sentence, code).not.toMatch(/limit|exceeded/i)
  })

  test('of a file that cannot be read say what happened, what is safe and what to do', () => {
    const shape = {
      'en-GB': /^[A-Z].+?\. Nothing was counted against your allowance\. [A-Z].+\.$/,
      'en-US': /^[A-Z].+?\. Nothing was counted against your allowance\. [A-Z].+\.$/,
      'fr-FR': /^[A-Z].+?\. Rien n’a été décompté de votre quota\. [A-Z].+\.$/,
    }
    for (const code of Object.keys(fileFailures))
      for (const locale of locales)
        expect(sentenceOf({ code, params: { pages: 1_204, most: 500 } }, locale), code).toMatch(shape[locale])
  })

  test('write numbers and dates as their reader does', () => {
    const usedUp = reason('words_used_up', { words: 5_000, date: '2026-12-01' })
    expect(sentenceOf(usedUp, 'en-GB')).toBe(
      'Monthly usage limit exceeded. You have used your 5,000 words; they reset on 1 December 2026. Nothing was uploaded.',
    )
    expect(sentenceOf(usedUp, 'en-US')).toContain('your 5,000 words; they reset on December 1, 2026.')
    expect(sentenceOf(usedUp, 'fr-FR')).toContain(
      'vos 5\u202f000 mots\u00a0; ils seront renouvelés le 1er décembre 2026.',
    )
  })

  test('quote a name as it is, whatever it looks like', () => {
    const filename = 'My {{essay}}. <b>Final</b> & $t(verbatim).docx'
    expect(sentenceOf(reason('file_too_large', { filename }), 'fr-FR')).toBe(
      `${filename} dépasse 25\u202fMo. Rien n’a été envoyé. Enregistrez-le dans une taille réduite, ou collez son texte.`,
    )
  })

  test('of a newer version are shown as their code', () => {
    expect(sentenceOf({ code: 'not_known_yet', params: {} }, 'en-GB')).toBe('not_known_yet')
  })
})
