import text from '@kartis/i18n/messages/he/shell.json'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../shared/api-error.ts'
import { readDraft, writeDraft } from '../shared/use-draft.ts'
import { renderApp } from '../testing/render.tsx'
import { ErrorScreen } from './error-screen.tsx'

const START = { price: '' }
const open = (error: Error = new RangeError('out of range')) =>
  renderApp(<ErrorScreen error={error} reset={() => undefined} />)
const dropButton = () => screen.queryByRole('button', { name: text.failed.drop })

beforeEach(() => localStorage.clear())

describe('a screen that failed', () => {
  it('offers to drop the draft that it was opened with, because every reload would open it with the same', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
    writeDraft('ticket:event-1', { price: '1' })
    readDraft('ticket:event-1', START)
    await open()
    await userEvent.click(screen.getByRole('button', { name: text.failed.drop }))
    expect(readDraft('ticket:event-1', START)).toEqual(START)
    expect(reload).toHaveBeenCalledOnce()
  })

  it('offers no such thing without a stored draft, and none where the server refused', async () => {
    readDraft('ticket:event-1', START)
    const { unmount } = await open()
    expect(dropButton()).toBeNull()
    unmount()
    writeDraft('ticket:event-1', { price: '1' })
    await open(new ApiError({ code: 'N1', description: '', status: 0 }))
    expect(dropButton()).toBeNull()
  })
})
