/** Some 130 words, written for these tests. */
export const prose = `My aunt keeps bees on the roof of a car park, which nobody believes until they have climbed the last flight of stairs and heard them.
She began with one hive that a friend could not keep. The friend had moved to a flat, and the bees, as my aunt likes to say, had not.
In the first summer she was stung eleven times and wrote each one down, with the date and what she had done wrong. By the third summer the list had stopped, though not because the bees had changed.
What I learnt from her is small. You move slowly, you tell them what you are doing, and you never open the lid on a day when you are cross. It works on bees, and I have found since that it works on my brother too.`
