import { hallOf } from '@kartis/seat-map/testing/documents.ts'
import { act, fireEvent } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderAppHook } from '../../testing/render.tsx'
import { TOOL_LETTERS, useEditorKeys } from './editor-keys.ts'
import { type Tool, TOOLS, useEditorState } from './editor-state.ts'
import { useNames } from './use-names.ts'

/** What a key types on a Hebrew layout, by the place of the key. */
const HEBREW: Readonly<Record<string, string>> = {
  KeyA: 'ש', KeyB: 'נ', KeyC: 'ב', KeyD: 'ג', KeyF: 'כ', KeyG: 'ע', KeyK: 'ל', KeyN: 'מ', KeyP: 'פ', KeyQ: '/', KeyR: 'ר',
  KeyS: 'ד', KeyT: 'א', KeyV: 'ה', KeyX: 'ס', KeyY: 'ט', KeyZ: 'ז', BracketLeft: ']', BracketRight: '[', Delete: 'Delete',
} // oxfmt-ignore
const latin = (code: string): string =>
  code.startsWith('Key') ? code.slice(3).toLowerCase() : ({ BracketLeft: '[', BracketRight: ']' }[code] ?? code)
const LAYOUTS = { Hebrew: (code: string) => HEBREW[code] ?? code, Latin: latin }

const requests = { find: vi.fn(), check: vi.fn(), view: vi.fn(), save: vi.fn() }
beforeEach(() => vi.clearAllMocks())

const first = hallOf([{}, {}, { category: 'b' }])

/** The editor of three rows, and a keyboard of this layout. */
const editorWith = async (keyOf: (code: string) => string) => {
  const onTooLarge = vi.fn()
  const { result } = await renderAppHook(
    () => {
      const editor = useEditorState({ map: 'm1', document: first, tools: TOOLS, onTooLarge })
      useEditorKeys({
        editor,
        view: { current: null },
        names: useNames(),
        onFind: requests.find,
        onCheck: requests.check,
        onView: requests.view,
        onSave: requests.save,
      })
      return editor
    },
    { messages: ['seat-maps'] },
  )
  return {
    editor: () => result.current,
    rows: () => result.current.document.rows,
    choose: (...ids: string[]) => act(() => result.current.select(ids)),
    /** Presses a key where it lies. Returns whether the browser was left to do what it does with it. */
    press: (code: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey', boolean>> = {}): boolean =>
      fireEvent.keyDown(document.body, { code, key: keyOf(code), ...held }),
  }
}

describe.each(Object.entries(LAYOUTS))('the shortcuts of the editor on a %s keyboard', (_layout, keyOf) => {
  it.each(TOOLS)('take the tool %s', async (tool: Tool) => {
    const { editor, press } = await editorWith(keyOf)
    press(tool === 'select' ? 'KeyR' : 'KeyV')
    expect(press(`Key${TOOL_LETTERS[tool]}`)).toBe(false)
    expect(editor().tool).toBe(tool)
  })

  it.each(['ctrlKey', 'metaKey'] as const)('copy, cut, paste, duplicate, undo and redo with %s', async (held) => {
    const { editor, rows, choose, press } = await editorWith(keyOf)
    const control = (code: string, shiftKey = false): void => {
      expect(press(code, { [held]: true, shiftKey })).toBe(false)
    }
    const ids = (): string[] => rows().map(({ id }) => id)
    choose('r1')
    control('KeyC')
    control('KeyV')
    expect(rows()).toHaveLength(4)
    expect(rows()[3]?.at).toEqual([rows()[0]!.at[0] + 100, rows()[0]!.at[1] + 100])
    control('KeyZ')
    expect(ids()).toEqual(['r1', 'r2', 'r3'])
    control('KeyZ', true)
    expect(rows()).toHaveLength(4)
    control('KeyZ')
    control('KeyY')
    expect(rows()).toHaveLength(4)
    choose('r2')
    control('KeyX')
    expect(ids()).not.toContain('r2')
    control('KeyV')
    expect(rows()).toHaveLength(4)
    control('KeyA')
    expect(editor().selection.parts.size).toBe(4)
    choose('r3')
    control('KeyD')
    expect(rows().filter(({ category }) => category === 'b')).toHaveLength(2)
    choose('r1', 'r3')
    control('KeyG')
    const grouped = new Set(rows().flatMap(({ id, section }) => (id === 'r1' || id === 'r3' ? [section] : [])))
    expect(grouped.size).toBe(1)
    expect(grouped).not.toContain('s')
  })

  it('find, save, check and look as a buyer', async () => {
    const { press } = await editorWith(keyOf)
    press('KeyF', { ctrlKey: true })
    press('KeyS', { metaKey: true })
    press('KeyK')
    press('KeyQ')
    for (const call of Object.values(requests)) expect(call).toHaveBeenCalledTimes(1)
  })

  it('turn, paint by number and delete what is selected', async () => {
    const { rows, choose, press } = await editorWith(keyOf)
    choose('r1')
    press('BracketRight')
    expect(rows()[0]?.angle).toBe(5)
    press('BracketLeft')
    press('BracketLeft')
    expect(rows()[0]?.angle).toBe(-5)
    press('Digit2')
    expect(rows()[0]?.category).toBe('b')
    press('Numpad1')
    expect(rows()[0]?.category).toBe('a')
    press('Delete')
    expect(rows().map(({ id }) => id)).toEqual(['r2', 'r3'])
  })
})

it('while somebody types, the keys of the editor are letters', async () => {
  const { editor, press } = await editorWith(LAYOUTS.Hebrew)
  const field = document.createElement('input')
  document.body.append(field)
  expect(fireEvent.keyDown(field, { code: 'KeyR', key: 'ר' })).toBe(true)
  expect(fireEvent.keyDown(field, { code: 'KeyZ', key: 'ז', ctrlKey: true })).toBe(true)
  field.remove()
  expect(editor().tool).toBe('select')
  press('KeyR')
  expect(editor().tool).toBe('row')
})

it('a key that the editor has no use for stays the browser’s', async () => {
  const { press } = await editorWith(LAYOUTS.Hebrew)
  expect(press('KeyP', { ctrlKey: true })).toBe(true)
  expect(press('F5')).toBe(true)
})
