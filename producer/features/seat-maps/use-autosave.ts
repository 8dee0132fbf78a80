import { saveMapDraft } from '@kartis/contract/venue-map-drafts.ts'
import { versionConflict, type VersionConflict } from '@kartis/contract/venue-map-problems.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '../../shared/api-error.ts'
import { api } from '../../shared/api.ts'
import { offline } from '../../shared/connection.ts'
import { dropLocalCopy, writeLocalCopy } from './local-copy.ts'
import { addSave, savesEnded } from './saves-under-way.ts'

const WAIT_MS = 1000
const COPY_MS = 100
const RETRY_MS = 5000

export type SaveState =
  | { readonly kind: 'saved'; readonly at: number | undefined }
  | { readonly kind: 'waiting' | 'saving' }
  /** Not at the server; `isStored`: on this device, where it is read again after the page was closed. */
  | { readonly kind: 'offline'; readonly isStored: boolean }
  /** Somebody else saved in between. */
  | { readonly kind: 'conflict'; readonly by: VersionConflict }
  | { readonly kind: 'refused'; readonly description: string }

interface Options {
  readonly uuid: string
  readonly owner: string
  readonly document: MapDocument
  /** Of the draft that was opened, and whether the document differs from it already. */
  readonly version: number
  readonly isChanged: boolean
}

export interface Autosave {
  readonly state: SaveState
  /** Saves now; the version of the saved draft, or undefined where it could not be saved. */
  readonly flush: () => Promise<number | undefined>
  /** Saves over what the other person saved. */
  readonly takeOver: () => void
}

/** What of a draft was written on this device, or could not be. */
interface Written {
  readonly document: MapDocument
  readonly isStored: boolean
}

/** Saves the draft a second after the last change. What is not saved yet lies on this device too. */
export const useAutosave = ({ uuid, owner, document, version: first, isChanged }: Options): Autosave => {
  const [state, setState] = useState<SaveState>({ kind: isChanged ? 'waiting' : 'saved', at: undefined } as SaveState)
  const [written, setWritten] = useState<Written | undefined>(isChanged ? { document, isStored: true } : undefined)
  const version = useRef(first)
  const saved = useRef(isChanged ? undefined : document)
  const current = useEffectEvent(() => document)

  const store = useEffectEvent(async (): Promise<void> => {
    const unsaved = current()
    if (unsaved === saved.current) return
    const copy = { uuid, owner, version: version.current, document: unsaved, changedAt: Date.now() }
    setWritten({ document: unsaved, isStored: await writeLocalCopy(copy) })
  })
  const save = useEffectEvent(async (): Promise<number | undefined> => {
    const sent = current()
    if (sent === saved.current) return version.current
    setState({ kind: 'saving' })
    try {
      const { data } = await api(saveMapDraft, { params: { uuid }, body: { version: version.current, document: sent } })
      version.current = data.version
      saved.current = sent
      if (sent === current()) {
        setState({ kind: 'saved', at: Date.now() })
        await dropLocalCopy(uuid)
      } else {
        setState({ kind: 'waiting' })
        // The copy names the version that it changed: that of the server now.
        await store()
      }
      return data.version
    } catch (error) {
      setState(stateOf(error))
      return undefined
    }
  })
  /** One request at a time: each needs the version of the one before it. */
  const saveInTurn = useEffectEvent((): Promise<number | undefined> => {
    const next = savesEnded(uuid).then(() => save())
    addSave(uuid, next)
    return next
  })

  const isUnsaved = document !== saved.current
  useEffect(() => {
    if (document === saved.current) return undefined
    setState((before) => (before.kind === 'conflict' ? before : { kind: 'waiting' }))
    // A stroke changes the document many times a second.
    const copyTimer = setTimeout(() => void store(), COPY_MS)
    const timer = setTimeout(() => state.kind !== 'conflict' && void saveInTurn(), WAIT_MS)
    return () => {
      clearTimeout(copyTimer)
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- a change of the document starts the wait, nothing else
  }, [document, uuid, owner])

  // A draft that could not be sent is sent when the network is back.
  useEffect(() => {
    if (state.kind !== 'offline') return undefined
    const timer = setInterval(() => void saveInTurn(), RETRY_MS)
    return () => clearInterval(timer)
  }, [state.kind])

  useClosingQuestion(isUnsaved)
  useWhenHidden(() => void store())

  // Who leaves within the second leaves nothing behind. After a conflict its dialog decides what is stored.
  const leave = useEffectEvent(() => {
    if (state.kind === 'conflict') return
    void store()
    void saveInTurn()
  })
  useEffect(() => () => leave(), [])

  const flush = useCallback(() => saveInTurn(), [])
  const takeOver = useCallback(() => {
    if (state.kind !== 'conflict') return
    version.current = state.by.version
    void saveInTurn()
  }, [state])
  const isOffline = offline.use() && state.kind === 'waiting'
  return { state: isOffline || state.kind === 'offline' ? offlineState(document, written) : state, flush, takeOver }
}

/** A page that is closed or put away within a wait takes the last change with it otherwise. */
const useWhenHidden = (run: () => void): void => {
  const onHidden = useEffectEvent(() => {
    if (document.visibilityState === 'hidden') run()
  })
  const onClose = useEffectEvent(run)
  useEffect(() => {
    const hidden = (): void => onHidden()
    const closed = (): void => onClose()
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('pagehide', closed)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('pagehide', closed)
    }
  }, [])
}

/** The browser asks before a page with unsaved changes is closed. */
const useClosingQuestion = (isUnsaved: boolean): void => {
  useEffect(() => {
    if (!isUnsaved) return undefined
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])
}

/** Nobody closes a page on the word that a change is on the device before it is. */
const offlineState = (document: MapDocument, written: Written | undefined): SaveState =>
  written?.document === document ? { kind: 'offline', isStored: written.isStored } : { kind: 'waiting' }

const stateOf = (error: unknown): SaveState => {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500)
    return { kind: 'offline', isStored: false }
  const conflict = error.code === 'version_conflict' ? versionConflict.safeParse(error.detail) : undefined
  if (conflict?.success) return { kind: 'conflict', by: conflict.data }
  return { kind: 'refused', description: error.description }
}
