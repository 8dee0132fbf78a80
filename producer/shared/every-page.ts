interface Page {
  readonly data: readonly unknown[]
  readonly meta: { readonly last_page: number }
}

const PER_PAGE = 100

/** A list as a whole, page by page, for what shows or searches it without pages. */
export const everyPage = async <P extends Page>(
  read: (query: { page: number; per_page: number }) => Promise<P>,
): Promise<P> => {
  const first = await read({ page: 1, per_page: PER_PAGE })
  const data = [...first.data]
  for (let page = 2; page <= first.meta.last_page; page++) data.push(...(await read({ page, per_page: PER_PAGE })).data)
  return { ...first, data }
}
