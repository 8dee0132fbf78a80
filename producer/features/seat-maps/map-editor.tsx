import { publishVenueMap, saveMapDraft } from '@kartis/contract/venue-map-drafts.ts'
import { createVenueMap, type ShownMap } from '@kartis/contract/venue-maps.ts'
import { addedIds } from '@kartis/seat-map/editor/clipboard.ts'
import { boxOfParts, idsOfSections, selectedParts } from '@kartis/seat-map/commands/parts.ts'
import { countPlaces, type MapDocument } from '@kartis/seat-map/model/document.ts'
import { isPublishable } from '@kartis/seat-map/model/checks.ts'
import type { Point } from '@kartis/seat-map/model/row-geometry.ts'
import { type Box, visibleBox } from '@kartis/seat-map/viewer/camera.ts'
import type { HallView } from '@kartis/seat-map/viewer/hall-view.ts'
import { boxOfPlaces } from '@kartis/seat-map/viewer/scene.ts'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { dismissText, showToast } from '@kartis/ui/components/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../shared/api-error.ts'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { BuyerView } from './buyer-view.tsx'
import { ConflictDialog, FindDialog } from './editor-dialogs.tsx'
import { useEditorKeys } from './editor-keys.ts'
import { type Editor, EditorProvider, type Tool, useEditorState } from './editor-state.ts'
import { EditorLayout } from './editor-layout.tsx'
import { dropLocalCopy, type LocalCopy } from './local-copy.ts'
import { pointOfProblem, useProblems } from './problems.tsx'
import { useAutosave } from './use-autosave.ts'
import { useNames } from './use-names.ts'

interface MapEditorProps {
  readonly map: ShownMap
  readonly owner: string
  /** Changes that this device has and the server does not. */
  readonly copy: LocalCopy | undefined
  readonly tools: readonly Tool[]
  /** The event that a hall is drawn for: the way goes back to it. */
  readonly event: string | undefined
  readonly path: string
  readonly onReopen: () => void
}

const MAX_PINS = 9

/** The editor of one map: state, saving, publishing and the dialogs around the drawing. */
export function MapEditor({ map, owner, copy, tools, event, path, onReopen }: MapEditorProps) {
  const { t } = useTranslation('seat-maps')
  const router = useRouter()
  const queries = useQueryClient()
  const view = useRef<HallView>(null)
  const problemsEnd = useRef<HTMLDivElement>(null)
  const [dialog, setDialog] = useState<'find' | 'view'>()
  const onTooLarge = useCallback(() => showToast({ state: 'bad', text: t('errors.too_large') }), [t])
  const isRestored = copy?.version === map.draft.version
  const editor = useEditorState({
    map: map.uuid,
    document: isRestored ? copy.document : map.draft.document,
    tools,
    onTooLarge,
  })
  const { document, scene, select } = editor
  const save = useAutosave({ uuid: map.uuid, owner, document, version: map.draft.version, isChanged: isRestored })
  const { problems, now: checkNow } = useProblems(document, editor.computed)
  useOldCopy(map, copy, editor)
  const isFixed = problems !== undefined && isPublishable(problems)
  useEffect(() => {
    if (isFixed) dismissText(t('publish.blocked'))
  }, [isFixed, t])

  const showBox = (ids: readonly string[]) => {
    const box = boxOfParts(selectedParts(document, new Set(ids)))
    if (box) view.current?.showBox(box)
  }
  const showPoint = ([x, y]: Point) => {
    const camera = view.current?.camera()
    if (camera) view.current?.moveTo({ ...camera, x, y })
  }
  const publishing = usePublishing(map, save.flush, event)
  const publish = async () => {
    const found = checkNow()
    if (!isPublishable(found)) {
      showToast({ state: 'bad', text: t('publish.blocked') })
      problemsEnd.current?.scrollIntoView({ block: 'start', behavior: 'smooth' })
      problemsEnd.current?.querySelector('button')?.focus()
      return
    }
    dismissText(t('publish.blocked'))
    const warnings = found.length
    const isFirst = map.edition === null
    const yes = await confirm({
      title: t(isFirst ? 'publish.title_first' : 'publish.title', { edition: (map.edition ?? 0) + 1 }),
      text:
        warnings > 0
          ? t('publish.with_warnings', { count: warnings })
          : t(isFirst ? 'publish.text_first' : 'publish.text'),
      action: t('publish.action'),
    })
    if (yes) publishing.mutate()
  }
  const copying = useMutation({
    mutationFn: () => copyOf(map, document, t('names.copy', { name: map.name })),
    onSuccess: async (uuid) => {
      await dropLocalCopy(map.uuid)
      void queries.invalidateQueries({ queryKey: ['seat-maps', 'page'] })
      const search = new URLSearchParams({ map: uuid, ...(event !== undefined && { event }) })
      router.history.push(`${path}?${search}`)
    },
  })
  const openTheirs = async () => {
    await dropLocalCopy(map.uuid)
    onReopen()
  }
  const cursor = useEditorKeys({
    editor,
    view,
    names: useNames(),
    onFind: () => setDialog('find'),
    onCheck: () => problemsEnd.current?.scrollIntoView({ block: 'start', behavior: 'smooth' }),
    onView: () => setDialog('view'),
    onSave: () => void save.flush(),
  })
  useAddedParts(editor, view)
  const pins = useMemo(
    () =>
      (problems ?? []).slice(0, MAX_PINS).flatMap((problem, index) => {
        const at = pointOfProblem(scene, problem)
        return at && problem.level === 'block' ? [{ number: index + 1, at, level: problem.level }] : []
      }),
    [problems, scene],
  )
  const places = countPlaces(document) + document.areas.reduce((total, { capacity }) => total + capacity, 0)
  return (
    <EditorProvider value={editor}>
      <EditorLayout
        view={view}
        onView={(next) => {
          view.current = next
        }}
        cursor={cursor}
        pins={pins}
        problems={problems}
        problemsEnd={problemsEnd}
        bar={{
          name: map.name,
          edition: (map.edition ?? 0) + 1,
          isPublished: map.status === 'published' && document === map.draft.document,
          places,
          back: event === undefined ? '/venue-templates' : `/events/${event}/seating`,
          save: save.state,
          publishing: publishing.isPending,
          onFind: () => setDialog('find'),
          onView: () => setDialog('view'),
          onPublish: () => void publish(),
        }}
        onShowPoint={showPoint}
        onShowSection={(section) => showBox(idsOfSections(document, new Set([section])))}
      />
      <FindDialog
        open={dialog === 'find'}
        onClose={() => setDialog(undefined)}
        onFound={(found) => {
          setDialog(undefined)
          editor.setTool('seats')
          select(
            [],
            found.map((place) => scene.map.keys[place] ?? ''),
          )
          const box = boxOfPlaces(scene, found)
          if (box) view.current?.showBox(box)
        }}
      />
      <BuyerView open={dialog === 'view'} onClose={() => setDialog(undefined)} />
      <ConflictDialog
        save={save}
        copying={copying.isPending}
        onCopy={() => copying.mutate()}
        onOpenTheirs={() => void openTheirs()}
      />
    </EditorProvider>
  )
}

const usePublishing = (map: ShownMap, flush: () => Promise<number | undefined>, event: string | undefined) => {
  const { t } = useTranslation('seat-maps')
  const queries = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: async () => {
      const version = await flush()
      if (version === undefined) throw new ApiError({ code: 'N1', description: t('publish.unsaved'), status: 0 })
      return (await api(publishVenueMap, { params: { uuid: map.uuid }, body: { version } })).data
    },
    onSuccess: async ({ edition }) => {
      showToast({ state: 'good', text: t(edition === 1 ? 'publish.done_first' : 'publish.done', { edition }) })
      await queries.invalidateQueries({ queryKey: ['seat-maps', 'page'] })
      router.history.push(event === undefined ? '/venue-templates' : `/events/${event}/seating?map=${map.uuid}`)
    },
  })
}

/** The own drawing as another map, so that nothing of either is lost. */
const copyOf = async (map: ShownMap, document: MapDocument, name: string): Promise<string> => {
  const { data } = await api(createVenueMap, {
    body: { name: name.slice(0, 120), venue_uuid: map.venue?.uuid ?? null },
  })
  await api(saveMapDraft, { params: { uuid: data.uuid }, body: { version: data.draft.version, document } })
  return data.uuid
}

/** Changes of this device to an older version of the draft: offered once, and dropped if they are not needed. */
const useOldCopy = (map: ShownMap, copy: LocalCopy | undefined, { run }: Editor): void => {
  const { t } = useTranslation('seat-maps')
  const isOffered = useRef(false)
  useEffect(() => {
    if (!copy || isOffered.current) return
    isOffered.current = true
    if (copy.version === map.draft.version) {
      showToast({ state: 'info', text: t('local.restored') })
      return
    }
    const offer = async () => {
      const yes = await confirm({ title: t('local.title'), text: t('local.text'), action: t('local.action') })
      if (yes) run(() => copy.document)
      else await dropLocalCopy(map.uuid)
    }
    void offer()
  }, [copy, map, run, t])
}

/** How much of a box is seen, from 0 to 1. */
const shareSeen = (box: Box, [left, top, right, bottom]: Box): number => {
  const width = Math.min(box[2], right) - Math.max(box[0], left)
  const height = Math.min(box[3], bottom) - Math.max(box[1], top)
  const area = Math.max(1, (box[2] - box[0]) * (box[3] - box[1]))
  return (Math.max(0, width) * Math.max(0, height)) / area
}

/** Where a part is added out of sight, and with the first part of an empty hall, the hall is shown as a whole. */
const useAddedParts = ({ document }: Editor, view: { readonly current: HallView | null }): void => {
  const before = useRef(document)
  useEffect(() => {
    const last = before.current
    before.current = document
    if (last === document || !view.current) return
    const added = addedIds(last, document)
    if (added.length === 0) return
    const isFirst = last.rows.length + last.tables.length + last.areas.length === 0
    const box = boxOfParts(selectedParts(document, new Set(added)))
    const seen = visibleBox(view.current.camera(), view.current.size())
    if (isFirst || (box && shareSeen(box, seen) < 0.5)) view.current.showAll()
  }, [document, view])
}
