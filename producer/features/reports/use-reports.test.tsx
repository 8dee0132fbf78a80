import { createReportExport, listReportExports } from '@kartis/contract/reports.ts'
import { toasts } from '@kartis/ui/components/toast.ts'
import { act, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderAppHook } from '../../testing/render.tsx'
import { json, type StubServer, stubServer } from '../../testing/server.ts'
import { periodQueryOf } from './period-picker.tsx'
import { fetchFile, useArrivals, useExport, useExports } from './use-reports.ts'

const file = (status: string, more: object = {}) => ({
  uuid: 'file-1',
  name: 'דוח.xlsx',
  status,
  progress: 50,
  format: 'xlsx',
  url: status === 'ready' ? '/files/1?signature=x' : null,
  ...more,
})

let server: StubServer
beforeEach(() => {
  signIn()
  server = stubServer()
})
const shown = () => toasts.read().map(({ state }) => state)

describe('periodQueryOf', () => {
  it('is the custom period, or the days of a preset', () => {
    expect(periodQueryOf({ preset: 'custom', from: '2026-11-01', to: '2026-11-05' }, '2026-11-20')).toEqual({
      from: '2026-11-01',
      to: '2026-11-05',
    })
    expect(periodQueryOf({ preset: 'this_month' }, '2026-11-20')).toMatchObject({ from: '2026-11-01' })
  })
})

describe('exports of a report', () => {
  const useFiles = () => {
    const files = useExports()
    useArrivals(files.data)
    return files.data?.map(({ status }) => status)
  }

  it('are polled while one is being generated and announced once', async () => {
    server.on(listReportExports, (_request, nth) => json({ data: [file(nth < 2 ? 'running' : 'ready')], meta: {} }))
    const { result } = await renderAppHook(useFiles, { messages: ['reports'] })
    await waitFor(() => expect(result.current).toEqual(['running']))
    expect(shown()).toEqual([])
    await waitFor(() => expect(result.current).toEqual(['ready']), { timeout: 4000 })
    expect(shown()).toEqual(['good'])
    const before = server.sentTo(listReportExports).length
    await new Promise((resolve) => setTimeout(resolve, 1700))
    expect(server.sentTo(listReportExports)).toHaveLength(before)
  }, 10_000)

  it('that were ready before are not announced', async () => {
    server.on(listReportExports, () => json({ data: [file('ready')], meta: {} }))
    const { result } = await renderAppHook(useFiles, { messages: ['reports'] })
    await waitFor(() => expect(result.current).toEqual(['ready']))
    expect(shown()).toEqual([])
  })

  it.each([
    ['ready', 'good', true],
    ['queued', 'info', false],
    ['failed', 'bad', false],
  ])('that are %s at once show a toast and download only a finished file', async (status, state, downloads) => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    server.on(createReportExport, () => json({ data: file(status) }, 202))
    const { result } = await renderAppHook(() => useExport(), { messages: ['reports'] })
    act(() => result.current.mutate({ from: '2026-11-01', to: '2026-11-30', format: 'xlsx' }))
    await waitFor(() => expect(shown()).toEqual([state]))
    expect(click.mock.calls.length > 0).toBe(downloads)
    click.mockRestore()
  })

  it('without a URL are not downloaded', () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    fetchFile({ url: null, name: 'x' })
    expect(click).not.toHaveBeenCalled()
    click.mockRestore()
  })
})
