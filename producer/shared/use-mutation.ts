import { createClickGuard } from '@kartis/contract/intents.ts'
import {
  type DefaultError,
  type UseMutateAsyncFunction,
  type UseMutateFunction,
  type MutateOptions,
  useMutation as useQueryMutation,
  type UseMutationOptions,
  type UseMutationResult,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'

/** Whether the component is shown now, and whether it was when the server answered last. */
const useOnScreen = () => {
  const shown = useRef({ now: false, atAnswer: false })
  useEffect(() => {
    const current = shown.current
    current.now = true
    return () => {
      current.now = false
    }
  }, [])
  return shown
}

/**
 * `useMutation` of TanStack Query that takes a double click for one: a call with the same variables is ignored while the
 * first one runs and for a moment after its success. It does not wait for a disabled button, which takes a render.
 *
 * The callbacks of a call run if the component was shown when the server answered. TanStack Query looks later, when the
 * callbacks of the hook are done: what those refresh may have taken the component off the screen, and then a form was
 * saved, and the screen stayed as it was without a word. It also forgets the callbacks of a call once another follows.
 */
export const useMutation = <Data = unknown, Failure = DefaultError, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Failure, Variables, Context>,
): UseMutationResult<Data, Failure, Variables, Context> => {
  const client = useQueryClient()
  const shown = useOnScreen()
  const { mutationFn } = options
  const mutation = useQueryMutation<Data, Failure, Variables, Context>({
    ...options,
    ...(mutationFn && {
      mutationFn: (...args: Parameters<typeof mutationFn>) =>
        mutationFn(...args).finally(() => {
          shown.current.atAnswer = shown.current.now
        }),
    }),
  })
  const [guard] = useState(createClickGuard<Data>)
  const { mutateAsync } = mutation
  const guarded = useMemo(() => {
    const run = async (
      variables: Variables,
      { onSuccess, onError, onSettled }: MutateOptions<Data, Failure, Variables, Context> = {},
    ): Promise<Data> => {
      const context = { client, meta: undefined }
      const notify = (callback: () => void): void => {
        if (!shown.current.atAnswer) return
        try {
          callback()
        } catch (error) {
          // What fails in a callback is reported, and changes nothing about what was saved.
          void Promise.reject(error)
        }
      }
      try {
        const data = await mutateAsync(variables)
        notify(() => onSuccess?.(data, variables, undefined, context))
        notify(() => onSettled?.(data, null, variables, undefined, context))
        return data
      } catch (error) {
        const failure = error as Failure
        notify(() => onError?.(failure, variables, undefined, context))
        notify(() => onSettled?.(undefined, failure, variables, undefined, context))
        throw error
      }
    }
    const start: UseMutateAsyncFunction<Data, Failure, Variables, Context> = (...args) =>
      guard(args[0], () => run(args[0] as Variables, args[1]))
    const mutate: UseMutateFunction<Data, Failure, Variables, Context> = (...args) => {
      // The failure is in the mutation's state and given to its callbacks.
      start(...args).catch(() => undefined)
    }
    return { mutate, mutateAsync: start }
  }, [client, guard, mutateAsync, shown])
  return { ...mutation, ...guarded }
}
