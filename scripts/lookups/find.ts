import path from 'node:path'
import ts from 'typescript'

/**
 * A lookup by a name that may come from outside. On a plain object it also finds `toString` and
 * `constructor`.
 */
export interface Finding {
  file: string
  line: number
  text: string
}

const stringFlags =
  ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral | ts.TypeFlags.Any | ts.TypeFlags.Unknown

const isAnyString = (type: ts.Type): boolean =>
  type.isUnion() ? type.types.some(isAnyString) : (type.flags & stringFlags) !== 0

/** `'code' in error` asks for one known property; any other left side is a variable name. */
const isInByName = (node: ts.Node): boolean =>
  ts.isBinaryExpression(node) &&
  node.operatorToken.kind === ts.SyntaxKind.InKeyword &&
  !ts.isStringLiteral(node.left)

const isAssignedOrDeleted = (node: ts.Node): boolean =>
  (ts.isBinaryExpression(node.parent) &&
    node.parent.left === node &&
    node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) ||
  ts.isDeleteExpression(node.parent)

const isReadByName = (node: ts.Node, checker: ts.TypeChecker): boolean =>
  ts.isElementAccessExpression(node) &&
  !isAssignedOrDeleted(node) &&
  isAnyString(checker.getTypeAtLocation(node.argumentExpression)) &&
  !checker.isArrayLikeType(checker.getTypeAtLocation(node.expression))

/** Every such lookup in the program's own files, as selected by `includes`. */
export function findLookups(program: ts.Program, includes: (file: string) => boolean): Finding[] {
  const checker = program.getTypeChecker()
  const findings: Finding[] = []
  for (const source of program.getSourceFiles()) {
    if (source.isDeclarationFile || !includes(source.fileName)) continue
    const visit = (node: ts.Node): void => {
      if (isInByName(node) || isReadByName(node, checker)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart())
        findings.push({
          file: path.relative(process.cwd(), source.fileName),
          line: line + 1,
          text: node.getText().replaceAll(/\s+/g, ' '),
        })
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return findings
}
