import { createForm, deleteForm, type Form, listForms, showForm, updateForm } from '@kartis/contract/forms.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import type { bodyOf } from './form-values.ts'

export const useForms = (page: number) =>
  useQuery({
    queryKey: ['forms', 'page', page],
    queryFn: () => api(listForms, { query: { page, sort: '-created_at' } }),
    placeholderData: keepPreviousData,
  })

export const useFormOf = (uuid: string) =>
  useQuery({
    queryKey: ['forms', 'one', uuid],
    queryFn: async () => (await api(showForm, { params: { uuid } })).data,
    staleTime: 0,
    refetchOnWindowFocus: false, // unsaved input on the screen is newer
  })

export const useSaveForm = (form: Form | undefined) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ReturnType<typeof bodyOf>) =>
      form ? api(updateForm, { params: { uuid: form.uuid }, body }) : api(createForm, { body }),
    onSuccess: () => {
      queries.removeQueries({ queryKey: ['forms', 'one'] })
      return queries.invalidateQueries({ queryKey: ['forms'] })
    },
  })
}

export const useDeleteForm = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (uuid: string) => api(deleteForm, { params: { uuid } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['forms'] }),
  })
}
