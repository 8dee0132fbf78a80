import type { UseFormReturnType } from '@mantine/form'

/** Focuses the first invalid field in document order after a refused submit. */
export const focusFirst = <T>(form: UseFormReturnType<T>, errors: Readonly<Record<string, unknown>>): void => {
  const nodes = Object.keys(errors).flatMap((field) => {
    const node = form.getInputNode(field)
    return node ? [node] : []
  })
  const [first] = nodes.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
  first?.focus()
}
