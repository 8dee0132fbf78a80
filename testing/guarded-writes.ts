import { parseSync } from 'oxc-parser'

/** A call of the API that changes something. */
export interface Write {
  /** The nearest named function or component around it. */
  readonly within: string
  /** Whether it runs inside `useMutation`, `useSubmit` or `useCodeEntry`, which take a double click for one. */
  readonly isGuarded: boolean
}

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const CALLS = new Set(['api', 'userApi', 'apiFile', 'registerApi'])
/** `useCodeEntry` passes what it is given to `useSubmit`. */
const GUARDS = new Set(['useMutation', 'useSubmit', 'useCodeEntry'])

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? String(node['name']) : undefined

const isFunction = ({ type }: Node): boolean =>
  ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'].includes(type)

/** The name under which a function is defined: its own, or that of its variable or property. */
const functionName = (node: Node, parent: Node | undefined): string | undefined =>
  nameOf(node['id']) ??
  (parent?.type === 'VariableDeclarator' ? nameOf(parent['id']) : undefined) ??
  (parent?.type === 'Property' ? nameOf(parent['key']) : undefined)

/** Whether the call writes, by its method or by the endpoint that it names; a call of an unknown endpoint counts as a write. */
const isWrite = (call: Node, isRead: (endpoint: string) => boolean): boolean => {
  const [first] = (call['arguments'] as readonly Node[] | undefined) ?? []
  if (first?.type === 'Literal') return first['value'] !== 'GET'
  const endpoint = nameOf(first)
  return endpoint === undefined || !isRead(endpoint)
}

/** The nearest named function or component around a node, past the properties of a mutation. */
const nearestName = (path: readonly Node[]): string => {
  const names = path.flatMap((each, index) => (isFunction(each) ? (functionName(each, path[index - 1]) ?? []) : []))
  return names.findLast((name) => name !== 'mutationFn') ?? 'the module'
}

const isInGuard = (path: readonly Node[]): boolean =>
  path.some((each) => each.type === 'CallExpression' && GUARDS.has(nameOf(each['callee']) ?? ''))

/** Where an identifier stands for something else than the value: its definition, its import, or the name of a property or type. */
const isNoUse = (node: Node, parent: Node | undefined): boolean =>
  parent === undefined ||
  /^(?:Import|Export|TS)/u.test(parent.type) ||
  (parent['id'] === node && parent.type !== 'CallExpression') ||
  (parent.type === 'MemberExpression' && parent['property'] === node) ||
  (parent.type === 'Property' && parent['key'] === node && parent['value'] !== node)

/** Every place of a source where a function is called or passed on, and whether that is inside a guard. */
export const usesIn = (file: string, source: string, name: string): readonly Write[] => {
  const found: Write[] = []
  if (!source.includes(name)) return found
  const visit = (node: Node, path: readonly Node[]): void => {
    if (nameOf(node) === name && !isNoUse(node, path.at(-1)))
      found.push({ within: nearestName(path), isGuarded: isInGuard(path) })
    for (const child of childrenOf(node)) visit(child, [...path, node])
  }
  visit(parseSync(file, source).program as unknown as Node, [])
  return found
}

/** Every write of a source. `isRead`: whether an imported endpoint only reads. */
export const writesIn = (file: string, source: string, isRead: (endpoint: string) => boolean): readonly Write[] => {
  const found: Write[] = []
  // parsing every file takes seconds
  if (![...CALLS].some((name) => source.includes(`${name}(`))) return found
  const visit = (node: Node, path: readonly Node[]): void => {
    const callee = node.type === 'CallExpression' ? nameOf(node['callee']) : undefined
    if (callee !== undefined && CALLS.has(callee) && isWrite(node, isRead)) {
      found.push({ within: nearestName(path), isGuarded: isInGuard(path) })
    }
    for (const child of childrenOf(node)) visit(child, [...path, node])
  }
  visit(parseSync(file, source).program as unknown as Node, [])
  return found
}
