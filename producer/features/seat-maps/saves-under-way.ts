/** Saves of drafts that were begun, by map. One that was begun as its editor was left outlives the editor. */
const underWay = new Map<string, Promise<unknown>>()

export const addSave = (map: string, save: Promise<unknown>): void => {
  underWay.set(map, save)
  void save.finally(() => {
    if (underWay.get(map) === save) underWay.delete(map)
  })
}

/** Resolves when no save of the map is under way: what is read then is not taken for somebody else's. Never rejects. */
export const savesEnded = async (map: string): Promise<void> => {
  await underWay.get(map)
}
