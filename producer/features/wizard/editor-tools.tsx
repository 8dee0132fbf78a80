import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
} from '@tabler/icons-react'
import { type Editor, useEditorState } from '@tiptap/react'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkDialog } from './link-dialog.tsx'
import style from './rich-editor.module.css'

type Icon = ComponentType<{ size: number; stroke: number; 'aria-hidden': boolean }>

interface ToolProps {
  readonly label: string
  readonly icon: Icon
  readonly on?: boolean
  readonly disabled?: boolean
  readonly onPress: () => void
}

function Tool({ label, icon: Glyph, on, disabled, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className={style.tool}
      aria-label={label}
      title={label}
      aria-pressed={on}
      disabled={disabled}
      // keeps the text selection
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <Glyph size={20} stroke={1.75} aria-hidden />
    </button>
  )
}

const stateOf = (editor: Editor) => ({
  bold: editor.isActive('bold'),
  italic: editor.isActive('italic'),
  heading: editor.isActive('heading', { level: 2 }),
  subheading: editor.isActive('heading', { level: 3 }),
  bullets: editor.isActive('bulletList'),
  numbers: editor.isActive('orderedList'),
  link: editor.isActive('link'),
  canUndo: editor.can().undo(),
  canRedo: editor.can().redo(),
})

export function EditorTools({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation('wizard')
  const [linking, setLinking] = useState(false)
  const now = useEditorState({ editor, selector: ({ editor: current }) => stateOf(current) })
  const run = () => editor.chain().focus()
  return (
    <div className={style.tools} role="toolbar" aria-label={t('description.tools')}>
      <Tool label={t('description.bold')} icon={IconBold} on={now.bold} onPress={() => run().toggleBold().run()} />
      <Tool
        label={t('description.italic')}
        icon={IconItalic}
        on={now.italic}
        onPress={() => run().toggleItalic().run()}
      />
      <Tool
        label={t('description.heading')}
        icon={IconH2}
        on={now.heading}
        onPress={() => run().toggleHeading({ level: 2 }).run()}
      />
      <Tool
        label={t('description.subheading')}
        icon={IconH3}
        on={now.subheading}
        onPress={() => run().toggleHeading({ level: 3 }).run()}
      />
      <Tool
        label={t('description.bullets')}
        icon={IconList}
        on={now.bullets}
        onPress={() => run().toggleBulletList().run()}
      />
      <Tool
        label={t('description.numbers')}
        icon={IconListNumbers}
        on={now.numbers}
        onPress={() => run().toggleOrderedList().run()}
      />
      <Tool label={t('description.link')} icon={IconLink} on={now.link} onPress={() => setLinking(true)} />
      <Tool
        label={t('description.undo')}
        icon={IconArrowBackUp}
        disabled={!now.canUndo}
        onPress={() => run().undo().run()}
      />
      <Tool
        label={t('description.redo')}
        icon={IconArrowForwardUp}
        disabled={!now.canRedo}
        onPress={() => run().redo().run()}
      />
      <LinkDialog editor={editor} open={linking} onClose={() => setLinking(false)} />
    </div>
  )
}
