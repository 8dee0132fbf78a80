import { readStored, writeStored } from './storage.ts'
import { useDebouncedSave } from './use-debounced-save.ts'

/** Reads a stored draft merged over `start`, or `start` itself. */
export const readDraft = <T extends object>(name: string, start: T): T => {
  try {
    const stored: unknown = JSON.parse(readStored(`draft:${name}`) ?? 'null')
    return typeof stored === 'object' && stored !== null ? { ...start, ...stored } : start
  } catch {
    return start
  }
}

export const dropDraft = (name: string): void => writeStored(`draft:${name}`, undefined)

export const writeDraft = (name: string, values: object): void => writeStored(`draft:${name}`, JSON.stringify(values))

/** Stores form values while they are typed, so that a reload loses nothing. `save` goes to a form's onValuesChange. */
export const useDraft = (name: string): { readonly save: (values: object) => void; readonly drop: () => void } => {
  const { save, cancel } = useDebouncedSave((values: object) => writeDraft(name, values))
  const drop = () => {
    cancel()
    dropDraft(name)
  }
  return { save, drop }
}
