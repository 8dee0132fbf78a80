import type { UseFormReturnType } from '@mantine/form'

/** After a submit that found faults: to the first field on the page that has one. */
export const focusFirst = <T>(form: UseFormReturnType<T>, errors: Readonly<Record<string, unknown>>): void => {
  const nodes = Object.keys(errors).flatMap((field) => {
    const node = form.getInputNode(field)
    return node ? [node] : []
  })
  const [first] = nodes.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
  first?.focus()
}
