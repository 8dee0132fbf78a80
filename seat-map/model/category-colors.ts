/** The look's five seat colours, as a document stores them; screens give them in the order of the categories. */
export const CATEGORY_COLORS = ['#6d35e0', '#0b7a75', '#a86100', '#2866c2', '#a12a78'] as const
