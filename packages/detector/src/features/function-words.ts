/** Words that carry grammar rather than topic; they keep their own form in a word's shape. */
export const functionWords: ReadonlySet<string> = new Set(
  (
    'a about above across after again against all almost along already also although always am among an and another any anyone anything ' +
    'are around as at away back be because become been before being below between both but by can cannot could did do does doing done ' +
    'down during each either else enough even ever every everyone everything far few first for from further get give go had has have ' +
    'having he her here hers herself him himself his how however i if in indeed instead into is it its itself just least less like many ' +
    'may me might mine more most much must my myself near nearly neither never nevertheless no nobody none nor not nothing now of off ' +
    'often on once one only onto or other others our ours ourselves out over own perhaps quite rather really same several she should ' +
    'since so some somebody someone something sometimes soon still such than that the their theirs them themselves then there therefore ' +
    'these they this those though through thus to together too toward towards under until up upon us very was way we well were what ' +
    'whatever when where whether which while who whole whom whose why will with within without would yes yet you your yours yourself'
  ).split(' '),
)
