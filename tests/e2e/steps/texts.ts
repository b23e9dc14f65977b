import { join } from 'node:path'

const fixtures = join(import.meta.dirname, '../../../packages/extract/fixtures/files')

export const fixture = (name: string): string => join(fixtures, name)

/** Some 190 words, written for the journeys. */
export const essay = `The bus that takes me to school stops outside a bakery, and for two years I believed the driver stopped there because he liked the smell. It was my sister who pointed at the sign. There is a bus stop outside the bakery, she said, and that is why the bus stops. I had never seen the sign, because I had always been looking at the bread.

I have thought about this more than it deserves. Most of what I know about my town I know from the window of that bus, and I wonder now how much of it is signs I did not see. The park is closed on Mondays; I thought people there simply disliked Mondays. The library has a ramp at the back, which I took for a place to skateboard until Mr Whelan, who uses a wheelchair, came down it rather fast and told me otherwise.

So this is what I would say about noticing things. It is not about having good eyes. My eyes are fine. It is about asking, every so often, what else would have to be true if you were right, and then looking for it before the bus moves on.`

/** The same essay as a plain text file. */
export const essayFile = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(essay) })
