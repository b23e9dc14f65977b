import { renewVerdicts } from '../tests/security/judge-regexes.ts'

/** `npm run regexes [-- --all]`: checks the complexity of the product's regular expressions and writes tests/security/regexes.json. */
const verdicts = Object.values(await renewVerdicts(process.argv.includes('--all')))
for (const verdict of new Set(verdicts)) process.stdout.write(`${verdict}: ${verdicts.filter((each) => each === verdict).length}\n`)
