import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderHebrew } from '../testing/render.tsx'
import { SearchBox } from './search-box.tsx'
import { SEARCH_DEBOUNCE_MS, useSearch } from './use-search.ts'

function List() {
  const search = useSearch()
  return (
    <>
      <SearchBox search={search} label="search" />
      <output data-testid="request">{`${search.scope} ${search.term}`}</output>
    </>
  )
}

const open = async () => {
  await renderHebrew(<List />)
  vi.useFakeTimers()
  return screen.getByLabelText('search')
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const pause = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const request = () => screen.getByTestId('request').textContent?.trim()

afterEach(() => void vi.useRealTimers())

describe('SearchBox with useSearch', () => {
  it('requests the matches once typing pauses', async () => {
    const field = await open()
    type(field, 'נועם')
    await pause(SEARCH_DEBOUNCE_MS - 1)
    expect(request()).toBe('all')
    await pause(1)
    expect(request()).toBe('matches נועם')
  })

  it('restarts the pause with every character', async () => {
    const field = await open()
    type(field, 'נוע')
    await pause(600)
    type(field, 'נועם')
    await pause(600)
    expect(request()).toBe('all')
  })

  it('requests the matches at once on Enter', async () => {
    const field = await open()
    type(field, 'נועם')
    fireEvent.submit(screen.getByRole('search'))
    expect(request()).toBe('matches נועם')
  })

  it('asks for more characters below three, and requests nothing', async () => {
    const field = await open()
    type(field, 'נו')
    await pause(SEARCH_DEBOUNCE_MS)
    expect(request()).toBe('too_short')
    expect(screen.getByText(/3 תווים/u)).toBeDefined()
  })

  it('shows the whole list again when it is cleared', async () => {
    const field = await open()
    type(field, 'נועם')
    await pause(SEARCH_DEBOUNCE_MS)
    fireEvent.click(screen.getByRole('button'))
    await pause(0)
    expect(request()).toBe('all')
  })
})
