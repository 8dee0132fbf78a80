import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { hall, hallOf } from '@kartis/seat-map/testing/documents.ts'
import { act, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAppHook } from '../../testing/render.tsx'
import { useProblems } from './problems.tsx'

it('checks the hall as it is now for whoever publishes at once after a change, and shows that', async () => {
  const empty = hall()
  const withRow = hallOf([{}], { focus: null })
  const hook = await renderAppHook((document: MapDocument) => useProblems(document), { props: empty })
  await waitFor(() => expect(hook.result.current.problems?.map(({ code }) => code)).toContain('empty_map'))
  hook.rerender(withRow)
  act(() => {
    const codes = hook.result.current.now().map(({ code }) => code)
    expect(codes).toContain('no_focus')
    expect(codes).not.toContain('empty_map')
    expect(hook.result.current.problems?.map(({ code }) => code)).toEqual(codes)
  })
})
