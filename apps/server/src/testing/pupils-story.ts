import type { Scorer } from '../features/documents/pipeline/scoring/scorer.ts'

/** A story as a pupil writes one against the clock. It was written for these tests. */
export const story = `The Lighthouse

The lamp at the top of the lighthouse had been dead for eleven years, so when it blinked at me that night I dropped my torch straight into the sea.

I should have gone home. Mum had said be back by nine and it was already ten past, and my socks were soaked through from the rock pools. But the light blinked again, slow and yellow like a cat waking up, and my legs just sort of started walking.

The door was not locked. It never is in stories and I remember thinking that, and laughing, and the laugh went up and up the stairs in front of me and did not come back. Everything smelled of salt and old rope. I counted the steps because counting is what I do when I am scared. At forty I heard somebody cough.

"You took your time," said a voice.

It was an old man in a coat with one button. He was sitting next to the lamp, polishing the glass with his sleeve, round and round, as if he had been doing it all week. He did not look like a ghost. He had jam on his chin.

"Are you the keeper?" I asked. My voice came out tiny.

"I was," he said. "Then they forgot about me. Happens." He held out the cloth. "Your arms are younger than mine."

So I polished. I do not know why I did it. Outside the waves were throwing themselves at the rocks like angry dogs, and far out, so small I nearly missed it, there was a boat. It was turning. It had seen us!

When I looked round to tell him, the chair was empty. There was only the coat on the floor, with its one button, and it was dry and cold and thick with dust.

I still have the button. Mum thinks I found it on the beach.
`

/** A scorer that recognises nothing but that story as imaginative writing. */
export const recognisingStory =
  ({ report }: Pick<Scorer, 'report'>): Scorer['report'] =>
  async (document_id, read, words, options) => {
    const found = await report(document_id, read, words, options)
    if (!read.text.includes('The lamp at the top of the lighthouse')) return found
    const results = found.results.map((paragraph) => ({
      ...paragraph,
      probability: null,
      label: 'insufficient-text' as const,
      spans: paragraph.spans.map(({ text }) => ({
        text,
        label: 'insufficient-text' as const,
        probability: null,
        marked: false,
        level: 'none' as const,
        weights: null,
      })),
    }))
    return {
      ...found,
      score: null,
      label: 'insufficient-text',
      finding: 'creative-writing',
      reasons: ['creative-writing'],
      ai_share: null,
      calibration: null,
      sentence_band: null,
      attribution: null,
      text_type: null,
      calibrated_probability: null,
      evidence: null,
      results,
      paragraph_results: results,
    }
  }
