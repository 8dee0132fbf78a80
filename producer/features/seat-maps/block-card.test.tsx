import text from '@kartis/i18n/messages/he/seat-maps.json'
import { hallOf } from '@kartis/seat-map/testing/documents.ts'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { NewBlockCard } from './block-card.tsx'
import { EditorProvider, TOOLS, useEditorState } from './editor-state.ts'

const hall = hallOf([{}])
const onTooLarge = vi.fn()

function Editor() {
  const editor = useEditorState({ map: 'm1', document: hall, tools: TOOLS, onTooLarge })
  return (
    <EditorProvider value={editor}>
      <NewBlockCard short />
    </EditorProvider>
  )
}

it('a block is added once everything of its sentence was understood', async () => {
  await renderApp(<Editor />, { messages: ['seat-maps'] })
  const write = (sentence: string) =>
    fireEvent.change(screen.getByLabelText(text.block.sentence), { target: { value: sentence } })
  const isAddable = () => !screen.getByRole<HTMLButtonElement>('button', { name: text.block.add }).disabled
  expect(isAddable()).toBe(true)
  for (const sentence of ['-4 שורות', '99999 שורות × 99999', '3 שורות × 4, ועציצים']) {
    write(sentence)
    expect(isAddable()).toBe(false)
  }
  write('3 שורות × 4, מקושת')
  expect(isAddable()).toBe(true)
})
