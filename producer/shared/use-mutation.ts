import { createClickGuard } from '@kartis/contract/intents.ts'
import {
  type DefaultError,
  type UseMutateAsyncFunction,
  type UseMutateFunction,
  useMutation as useQueryMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query'
import { useMemo, useState } from 'react'

/**
 * `useMutation` of TanStack Query that takes a double click for one: a call with the same variables is ignored while the
 * first one runs and for a moment after its success. It does not wait for a disabled button, which takes a render.
 */
export const useMutation = <Data = unknown, Failure = DefaultError, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Failure, Variables, Context>,
): UseMutationResult<Data, Failure, Variables, Context> => {
  const mutation = useQueryMutation(options)
  const [guard] = useState(createClickGuard<Data>)
  const { mutateAsync } = mutation
  const guarded = useMemo(() => {
    const start: UseMutateAsyncFunction<Data, Failure, Variables, Context> = (...args) =>
      guard(args[0], () => mutateAsync(...args))
    const mutate: UseMutateFunction<Data, Failure, Variables, Context> = (...args) => {
      // The failure is in the mutation's state and given to its callbacks.
      start(...args).catch(() => undefined)
    }
    return { mutate, mutateAsync: start }
  }, [guard, mutateAsync])
  return { ...mutation, ...guarded }
}
