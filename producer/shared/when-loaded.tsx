import { ErrorState } from '@kartis/ui/components/error-state.tsx'
import { CardSkeleton } from '@kartis/ui/components/skeleton.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from './api-error.ts'
import { errorText } from './failures.ts'

export interface WhenLoadedProps<T> {
  readonly query: UseQueryResult<T>
  /** Placeholder in the shape of the content. */
  readonly skeleton?: ReactNode
  readonly children: (data: T) => ReactNode
}

/** Renders a query: skeleton, data, or an error with a retry. */
export function WhenLoaded<T>({ query, skeleton, children }: WhenLoadedProps<T>) {
  const { i18n } = useTranslation('errors')
  if (query.data !== undefined) return children(query.data)
  if (query.isPending) return skeleton ?? <CardSkeleton />
  const error = query.error
  const apiError = error instanceof ApiError ? error : undefined
  return (
    <ErrorState
      text={apiError ? apiError.description || errorText(i18n, apiError.code, apiError.detail) : undefined}
      code={apiError?.code}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  )
}
