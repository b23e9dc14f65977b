/** What only lines of R, Python, Julia, SQL, a shell or settings look like. */
const codeAnywhere = [
  /<-\s|\w\(\)|[=!]=\s|&&|\|\||%>%|\|>|"""/,
  /[a-z_]\.[a-z_]{1,40}\([\w"']|[a-z]\$[a-z]|\w\[["']/,
  /[A-Za-z_.] ~ [A-Za-z_.]/,
  /[A-Za-z_]\w\((?!(?:e?s|ies|n't|\d{1,4})\))["'\w.]{1,60}(?:[),]| ?=)/,
]
const codeAtStart = [
  /^[A-Za-z_.][\w.$]{0,60}(?:\[[^\]\n]{0,60}\])?(?:, ?[\w.]{1,60}){0,5} ?(?:<{1,2}-|[:+*/-]?=)(?!=)/,
  /^[A-Za-z_.@][\w.:$]{0,60}\((?!e?s\)|ies\))/,
  /^(?:import|using|library|require|source|def|include|define|ifdef|endif|pragma|println|const|let|var) ?[\w("'<{]/,
  /^(?:from [\w.]{1,60} import |@\w|julia> |>>> |\$ \S|\/\/|\/\*|[)\]}]{1,9}[,;]?$)/,
  /^(?:cd|git|ls|mkdir|docker|make|curl|wget|sudo|apt|apt-get|export|echo|chmod|ssh|scp|sh|bash|python3?|Rscript|julia|node|npm|pip3?|conda) [\w./~-]/,
  /^(?:\.\/\w|(?:RUN|COPY|ENV|CMD|WORKDIR) \S|[a-z_][\w-]{0,40}: \S{1,60}$)/,
  /^(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|FROM|WHERE|JOIN|LEFT JOIN|GROUP BY|ORDER BY) /,
  /^(?:return|break|pass|end|else|fi|done)(?:$|[ :;{])/,
  /^\[\d{1,4}\] (?:-?\d|TRUE|FALSE|NA)/,
]
/** Ends of lines that open a block or go on. */
const blockStart = /^(?:for|if|while|with|class|elif|else|try|except|finally|function|struct|switch)\b/

function isCode(line: string): boolean {
  const text = line.slice(0, 500).trim()
  const opensBlock = blockStart.test(text) && (text.endsWith(':') || text.endsWith('{'))
  const goesOn = text.endsWith(');') || text.endsWith(' +') || text.endsWith('\\') || text.endsWith('{')
  return (
    opensBlock ||
    goesOn ||
    codeAtStart.some((pattern) => pattern.test(text)) ||
    codeAnywhere.some((pattern) => pattern.test(text))
  )
}

const signs = /^#+[ \t]*/
/** Behind a comment whose line break was lost: `# Load the data bees = 5`. */
const assignment = /\w = [\w"'[{(]/

/**
 * Where lines begin that are comments of a program: a run of them stands above or below its code, or they
 * hold code themselves.
 */
export function commentsIn(text: string): Set<number> {
  const comments = new Set<number>()
  let waiting: number[] = []
  let isBelowCode = false
  let at = 0
  const close = (isAboveCode: boolean) => {
    if (isAboveCode || isBelowCode) for (const start of waiting) comments.add(start)
    waiting = []
    isBelowCode = isAboveCode
  }
  for (const line of text.split('\n')) {
    if (line.startsWith('#')) {
      const comment = line.slice(0, 500).replace(signs, '')
      if (isCode(comment) || assignment.test(comment)) comments.add(at)
      waiting.push(at)
    } else if (line.trim() !== '') close(isCode(line))
    at += line.length + 1
  }
  close(false)
  return comments
}
