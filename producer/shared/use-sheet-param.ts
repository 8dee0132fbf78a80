import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The parameter that this history entry added to the address of the one before it. */
    readonly sheet?: string
  }
}

interface SheetParam {
  /** What is open; undefined while nothing is. */
  readonly value: string | undefined
  readonly open: (value: string) => void
  readonly close: () => void
}

/**
 * A sheet that the address names, such as `?order=…`: its link can be shared, a reload keeps it, and Back closes it. Its
 * Dialog is `inAddress`.
 */
export const useSheetParam = (name: string): SheetParam => {
  const router = useRouter()
  const navigate = useNavigate()
  const { searchStr, state } = useLocation()
  /** The page behind the sheet stays scrolled where it is. */
  const go = (value: string | undefined, replace: boolean) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, [name]: value }),
      state: { sheet: name },
      resetScroll: false,
      replace,
    })
  return {
    value: new URLSearchParams(searchStr).get(name) ?? undefined,
    open: (value) => go(value, false),
    close: () => (state.sheet === name ? router.history.back() : go(undefined, true)),
  }
}
