import type { ShownMap } from '@kartis/contract/venue-maps.ts'
import { ErrorState } from '@kartis/ui/components/error-state.tsx'
import { Page } from '@kartis/ui/components/layout.tsx'
import { CardSkeleton } from '@kartis/ui/components/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle, useRouteTitle } from '../../shared/page-title.ts'
import { useSession } from '../../shared/session.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { AREA_TOOLS, TOOLS, type Tool } from './editor-state.ts'
import { readLocalCopy } from './local-copy.ts'
import { useMap } from './map-queries.ts'
import { MapEditor } from './map-editor.tsx'
import { NewMapScreen } from './new-map-screen.tsx'
import { savesEnded } from './saves-under-way.ts'

const UUID = /^[0-9a-f-]{36}$/u
const asUuid = (value: unknown): string | undefined =>
  typeof value === 'string' && UUID.test(value) ? value : undefined

/** The whole editor of a seat map: `?map=` names it; without one, a hall to start from is chosen. */
export function SeatsEditorScreen() {
  return <EditorScreen tools={TOOLS} path="/create-event/seats/editor" />
}

/** The same editor for a place without seats: areas, shapes and texts. */
export function AreaEditorScreen() {
  return <EditorScreen tools={AREA_TOOLS} path="/create-event/area-editor" />
}

function EditorScreen({ tools, path }: { readonly tools: readonly Tool[]; readonly path: string }) {
  const { map: mapParam, event, start }: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  usePageTitle(useRouteTitle())
  const uuid = asUuid(mapParam)
  const [opening, setOpening] = useState(0)
  const map = useMap(uuid, opening)
  const { user } = useSession()
  const owner = user?.uuid ?? ''
  const copy = useLocalCopy(uuid, owner, opening)
  if (uuid === undefined)
    return <NewMapScreen path={path} isArea={tools === AREA_TOOLS} event={asUuid(event)} start={start} />
  if (map.data)
    return (
      <Opened
        key={`${map.data.uuid}/${opening}`}
        map={map.data}
        owner={owner}
        copy={copy}
        tools={tools}
        event={event}
        path={path}
        onReopen={() => setOpening(opening + 1)}
      />
    )
  return (
    <Page>
      <WhenLoaded query={map} skeleton={<CardSkeleton />}>
        {() => <CardSkeleton />}
      </WhenLoaded>
    </Page>
  )
}

/** What this device stores of the draft, read while the server sends the draft. */
const useLocalCopy = (uuid: string | undefined, owner: string, opening: number) =>
  useQuery({
    queryKey: ['seat-map-copy', uuid, opening],
    queryFn: async () => {
      if (uuid === undefined) return null
      await savesEnded(uuid)
      return (await readLocalCopy(uuid, owner)) ?? null
    },
    enabled: uuid !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

interface OpenedProps {
  readonly map: ShownMap
  readonly owner: string
  readonly copy: ReturnType<typeof useLocalCopy>
  readonly tools: readonly Tool[]
  readonly event: unknown
  readonly path: string
  /** Reads the map anew. */
  readonly onReopen: () => void
}

/** Waits for what this device stores of the draft. */
function Opened({ map: loaded, owner, copy, tools, event, path, onReopen }: OpenedProps) {
  // What was opened stays: a later answer of the server would take away what is being worked on.
  const [map] = useState(loaded)
  const { t } = useTranslation('seat-maps')
  if (copy.isPending) return <CardSkeleton />
  if (copy.isError) return <ErrorState text={t('errors.copy')} onRetry={() => void copy.refetch()} />
  return (
    <MapEditor
      map={map}
      owner={owner}
      copy={copy.data ?? undefined}
      tools={tools}
      event={asUuid(event)}
      path={path}
      onReopen={onReopen}
    />
  )
}
