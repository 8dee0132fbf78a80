import style from './waits.module.css'

/** How many things wait behind a link: a figure to see, and a sentence to hear. */
export function Waits({ count, text }: { readonly count: number; readonly text: string }) {
  return (
    <>
      <span className={style.count} aria-hidden>
        {count}
      </span>
      <span className="visually-hidden">{text}</span>
    </>
  )
}
