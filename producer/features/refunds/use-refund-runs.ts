import {
  approveRefundRun,
  createRefundRun,
  listRefundRunItems,
  listRefundRuns,
  pauseRefundRun,
  type RefundRun,
  resumeRefundRun,
} from '@kartis/contract/refund-runs.ts'
import type { BodyIn, QueryIn } from '@kartis/contract/endpoint.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../shared/api-error.ts'
import { api } from '../../shared/api.ts'
import { useInvalidateEvent } from '../../shared/event-queries.ts'
import { useMutation } from '../../shared/use-mutation.ts'

const runsKey = (event: string) => ['refund-runs', event] as const
const itemsKey = (run: string) => ['refund-run-items', run] as const

/** Milliseconds between two looks at a run that is under way. */
const LOOK = 3000

const isMoving = ({ state }: RefundRun): boolean => state === 'approved' || state === 'running'

/** The runs of an event, the newest first; read again while one is under way. */
export const useRefundRuns = (event: string) =>
  useQuery({
    queryKey: runsKey(event),
    queryFn: async () => (await api(listRefundRuns, { params: { uuid: event } })).data,
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? LOOK : false),
  })

export interface ItemsSearch {
  readonly term: string
  readonly needsPerson: boolean
}

/** Query parameters of the list of orders and its export. */
export const itemsQuery = ({ term, needsPerson }: ItemsSearch): Partial<QueryIn<typeof listRefundRunItems>> => ({
  filter: {
    ...(needsPerson && { needs_person: 'true' }),
    ...(term !== '' && { or: { number: term, name: term, phone: term } }),
  },
})

export const useRefundRunItems = (run: RefundRun, page: number, search: ItemsSearch, enabled: boolean) =>
  useQuery({
    // Its orders changed for the last time just before a run ended: they are read once more then.
    queryKey: [...itemsKey(run.uuid), run.state, page, search],
    queryFn: () => api(listRefundRunItems, { params: { uuid: run.uuid }, query: { ...itemsQuery(search), page } }),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: isMoving(run) ? LOOK : false,
  })

/** Reads the runs of an event, their orders and the event itself again. */
export const useRefresh = (event: string) => {
  const queries = useQueryClient()
  const invalidateEvent = useInvalidateEvent(event)
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: runsKey(event) }),
      queries.invalidateQueries({ queryKey: ['refund-run-items'] }),
      invalidateEvent(),
    ])
  }
}

/** Previews a run. */
export const usePrepare = (event: string, onDone: () => void) => {
  const refresh = useRefresh(event)
  return useMutation({
    mutationFn: (body: BodyIn<typeof createRefundRun>) => api(createRefundRun, { params: { uuid: event }, body }),
    onSuccess: async () => {
      await refresh()
      onDone()
    },
  })
}

const ACTS = { approve: approveRefundRun, pause: pauseRefundRun, resume: resumeRefundRun } as const

/** Approves, pauses or resumes a run. One that was refused because it changed is shown as it is now. */
export const useRunAct = (run: RefundRun, act: keyof typeof ACTS, onDone?: () => void) => {
  const refresh = useRefresh(run.event_uuid)
  return useMutation({
    mutationFn: () => api(ACTS[act], { params: { uuid: run.uuid } }),
    onSuccess: onDone,
    onError: (error) => (error instanceof ApiError && error.status === 409 ? refresh() : undefined),
    onSettled: refresh,
  })
}
