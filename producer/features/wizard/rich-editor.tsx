import { Link } from '@tiptap/extension-link'
import { EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import style from './rich-editor.module.css'
import { EditorTools } from './editor-tools.tsx'

interface RichEditorProps {
  readonly label: string
  readonly placeholder: string
  /** Initial HTML; read once. */
  readonly value: string
  readonly onChange: (html: string) => void
}

/** The formats of the sale page: headings, emphasis, lists, quotes, links. The server sanitises the HTML. */
const EXTENSIONS = [
  StarterKit.configure({ heading: { levels: [2, 3] }, code: false, codeBlock: false, link: false }),
  Link.configure({ openOnClick: false, autolink: true, defaultProtocol: 'https', protocols: ['mailto', 'tel'] }),
]

export function RichEditor({ label, placeholder, value, onChange }: RichEditorProps) {
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    injectCSS: false,
    editorProps: {
      attributes: {
        class: style.text ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-placeholder': placeholder,
      },
    },
    onUpdate: ({ editor: now }) => onChange(now.isEmpty ? '' : now.getHTML()),
  })
  return (
    <div className={style.editor}>
      <EditorTools editor={editor} />
      <div className={style.page}>
        {editor.isEmpty && (
          <p className={style.placeholder} aria-hidden>
            {placeholder}
          </p>
        )}
        <EditorContent editor={editor} />
      </div>
    </div>
  )
}
