import { useState } from 'react'
import { readStored, readStoredJson, writeStored } from './storage.ts'
import { useDebouncedSave } from './use-debounced-save.ts'

/** Drafts that screens of a path were opened with. */
const opened = new Map<string, Set<string>>()

const remember = (name: string): void => {
  const names = opened.get(location.pathname) ?? new Set<string>()
  opened.set(location.pathname, names.add(name))
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)

/** Whether a form that starts with one value can take the other: what an earlier version stored may be of another kind. */
const isAlike = (start: unknown, stored: unknown): boolean =>
  start === null || start === undefined || stored === null || kindOf(start) === kindOf(stored)

/** Reads a stored draft merged over `start`, or `start` itself. */
export const readDraft = <T extends object>(name: string, start: T): T => {
  remember(name)
  const stored = readStoredJson(`draft:${name}`)
  if (typeof stored !== 'object' || stored === null) return start
  const blank = new Map<string, unknown>(Object.entries(start))
  return {
    ...start,
    ...Object.fromEntries(Object.entries(stored).filter(([key, value]) => isAlike(blank.get(key), value))),
  }
}

export const dropDraft = (name: string): void => writeStored(`draft:${name}`, undefined)

/** The stored drafts that the screen of this path was opened with: what is in one may be why the screen fails. */
export const draftsHere = (): string[] =>
  [...(opened.get(location.pathname) ?? [])].filter((name) => readStored(`draft:${name}`) !== undefined)

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

interface FormDraft<T> {
  /** What the form starts with. */
  readonly start: T
  /** Goes to the form's onValuesChange. */
  readonly keep: (values: T) => void
  readonly drop: () => void
  /** Changes of what exists are not kept: the form asks before they are left. */
  readonly guards: boolean
}

/** The draft of a form that creates (`existing` is undefined) or changes: only what is created is kept while it is typed. */
export const useFormDraft = <T extends object>(name: string, existing: T | undefined, blank: T): FormDraft<T> => {
  const draft = useDraft(name)
  const [start] = useState(() => existing ?? readDraft(name, blank))
  const guards = existing !== undefined
  return { start, keep: guards ? () => undefined : draft.save, drop: guards ? () => undefined : draft.drop, guards }
}
