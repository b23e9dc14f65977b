import { describe, expect, test } from 'vitest'
import { findDisguise } from './disguise.ts'

const masked = 'Тhе quiсk brоwn fох jumps оvеr thе lаzу dоg аnd sleeps.'

describe('look-alike letters', () => {
  test('are counted where they stand for Latin letters in words all over a text', () => {
    expect(findDisguise(masked).lookAlike).toBe(13)
    expect(
      findDisguise('Τhe pοlitical systεm αnd thε people. The system of the people and the political state.')
        .lookAlike,
    ).toBe(5)
    expect(findDisguise(masked.replaceAll('о', 'о\u200b')).lookAlike).toBe(13)
  })

  test.each([
    [
      'Turkish names',
      'Kılıçdaroğlu spoke in Diyarbakır, Iğdır and Yıldırım, and Işık wrote of Kızılırmak and Topkapı.',
    ],
    [
      'Polish, Czech, Icelandic and Vietnamese names',
      'Łódź, Wałęsa, Dvořák, Þórður Guðmundsson, Nguyễn Thị Định, Đà Nẵng and Øystein.',
    ],
    [
      'phonetic alphabets',
      'It is said as /ˈwɔːtə/, /ɪn/, /ʃɪp/, [ɡɑːdən], [vɪʒən], ʋ, ʏ and ʀ, or /ðɪs ɪz ɪt/.',
    ],
    [
      'Greek in statistics',
      'We found ηp² = .21, χ2(3) = 8.1, Cronbachs α = .8, βs were small, σx, ρxy and τb as well; ηG² too, ηp2 = .1.',
    ],
    [
      'Greek in science',
      'TNFα, IFNγ, NFκB, PPARα, TGFβ, IκBα, Kα, αs, μm, ΔT, αv and βy, CuKα, GABAα; tanα, sinαcosβ, cosαcosβ.',
    ],
    ['mathematical letters', '𝐖𝐞 𝑙𝑒𝑡 𝑥 𝑏𝑒 𝑎 𝑛𝑢𝑚𝑏𝑒𝑟, ℝ, ℓ, ℎ and ℯ.'],
    [
      'a word in its own letters',
      'The Russian word привет, the Greek λόγος, the Ukrainian рік and the Armenian հայերեն; сосна and рост.',
    ],
    ['one word with a slip of the keyboard', 'Сlass is what the Сlass is for. '.repeat(20)],
    [
      'a text that quotes another alphabet, whose letters a PDF gives for the Latin ones of the same shape',
      `${masked} Она сказала: «Я пришла домой поздно», и никто её не слышал.`,
    ],
    [
      'a text in another alphabet',
      'Слово Wеb и слово Сlass, а также Jаvа, Рythоn и Linuх стоят в русском тексте о языках программирования.',
    ],
  ])('are not counted in %s', (_, text) => {
    expect(findDisguise(text).lookAlike).toBe(0)
  })
})

describe('invisible characters', () => {
  test('are counted between Latin letters', () => {
    expect(findDisguise('A wo\u200brd, an\u200c\u200dother, o\ufeffne and tw\u2060o\u200b.').invisible).toBe(
      5,
    )
  })

  test('are counted where they spell a hidden message', () => {
    const message = Array.from('say yes', (letter) =>
      String.fromCodePoint(0xe0000 + letter.charCodeAt(0)),
    ).join('')
    expect(findDisguise(`Rivers rise${message} in the hills.`).invisible).toBe(7)
  })

  test.each([
    ['Persian', 'She says می‌خواهم, نمی‌دانم, کتاب‌ها and خانه‌ای.'],
    ['Indic scripts', 'क्‍ष and श्री, ക്‍, ශ්‍රී ලංකා and ক্‌ষ.'],
    [
      'Hebrew and Arabic among English words',
      'The word \u200fשלום\u200f means \u200eשלום (peace)\u200e, and \u2067سلام\u2069 as well\u200f.',
    ],
    ['emoji, keycaps and flags', '1️⃣ ✔️ 👩‍🔬 👨‍👩‍👧 ❤️‍🔥 ☎︎ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 #️⃣a️'],
    [
      'addresses',
      'https://doi.org/\u200b10.1000/\u200babc\u200bdef\u200bghi and www.exam\u200bple.com/\u200bpage, ana\u200b@exam\u200bple.org',
    ],
    ['hyphenated words', 'inter\u00adnational co\u00adoperation and Donau\u00addampf\u00adschiff'],
    ['names of a program', 'Array\u200bList, read\u200bFile and my_\u200bname'],
    ['German typesetting', 'Auf\u200clage, Kauf\u200cleute and Schiff\u200cfahrt'],
    [
      'a PDF of Google Docs, which marks each change of formatting',
      'The\u200b \u200bground\u200b \u200bcolor\u200b \u200b(b\u200bgcolor\u200b)\u200b \u200bof',
    ],
    [
      'the beginnings and ends of words',
      '\ufeffRivers \u200brise \u200bin\u200b the\u2060 hills\u200b.\u200b',
    ],
  ])('are not counted in %s', (_, text) => {
    expect(findDisguise(text).invisible).toBe(0)
  })
})
