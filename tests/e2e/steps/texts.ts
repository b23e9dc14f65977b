import { join } from 'node:path'

const fixtures = join(import.meta.dirname, '../../../packages/extract/fixtures/files')

export const fixture = (name: string): string => join(fixtures, name)

/** Some 210 words, written for the journeys: an argument, since a story would get no score. */
export const essay = `Towns should put signs where people actually look, and most of them do not. Outside our bakery there is a bus stop sign that hangs four metres above the pavement, so anybody who is not tall or very curious misses it. A sign is useful only if it can be seen by the person who needs it, and the people who need a bus stop are usually looking at the road or at the bread.

The same goes for opening hours and for ramps. If a park is closed on Mondays, the gate has to say so in letters that can be read from the other side of the street. If a library has a ramp at the back, the front door should point to it, because someone in a wheelchair cannot go round every building to find out. Neither of these costs more than a pot of paint, and both would save people a lot of time.

Some people say that too many signs make a town ugly. I think that is true of large ones with lights, but not of a small board at eye level. The council could start with the ten places that people ask about most, count the questions again after a year, and decide then whether it was worth it. That would be cheaper than guessing.`

/** The same essay as a plain text file. */
export const essayFile = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(essay) })
