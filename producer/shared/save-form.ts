import type { UseFormReturnType } from '@mantine/form'
import { focusFirst } from './focus-first.ts'

/** Saves a form for whoever leaves it. Resolves with whether it was saved; a form that is wrong shows where. */
export const saveForm = async <T>(
  form: UseFormReturnType<T>,
  save: (values: T) => Promise<unknown>,
): Promise<boolean> => {
  const { hasErrors, errors } = form.validate()
  if (!hasErrors)
    return save(form.values).then(
      () => true,
      () => false, // shown by the mutation
    )
  focusFirst(form, errors)
  return false
}
