/** State machines as tables: from each state, the states it may move to. */
export type StateTable<S extends string> = Readonly<Record<S, readonly S[]>>
