import { useEffect, useRef, useState } from 'react'
import { PLAN, type Plan, type PlanProblem } from './plan.ts'
import { openPlan } from './plan-file.ts'

interface Preview {
  readonly page: number
  readonly canvas: HTMLCanvasElement
}

interface ShownPlan {
  /** 0 while the file is being opened. */
  readonly pages: number
  /** The page before stays until the one that was chosen is rendered. */
  readonly preview: Preview | undefined
  readonly problem: PlanProblem | undefined
  readonly taking: boolean
  /** Draws the shown page as large as it is traced. */
  readonly take: () => void
}

type Use = (rendered: HTMLCanvasElement) => void

/** A PDF file while a person looks through its pages. The only page of a file is taken at once. */
export const usePlan = (file: File, page: number, onPage: Use): ShownPlan => {
  const [plan, setPlan] = useState<Plan>()
  const [preview, setPreview] = useState<Preview>()
  const [problem, setProblem] = useState<PlanProblem>()
  const [taking, setTaking] = useState(false)
  // What is rendered when the dialog has been closed is not used.
  const latest = useRef<Use>(undefined)
  useEffect(() => {
    latest.current = onPage
    return () => {
      latest.current = undefined
    }
  })

  useEffect(() => {
    let opened: Plan | undefined
    let isShown = true
    const show = async () => {
      const found = await openPlan(file)
      if (typeof found === 'string') {
        if (isShown) setProblem(found)
      } else if (isShown) {
        opened = found
        setPlan(found)
      } else found.close()
    }
    void show()
    return () => {
      isShown = false
      opened?.close()
    }
  }, [file])

  useEffect(() => {
    if (!plan) return undefined
    let isShown = true
    const isOnly = plan.pages === 1
    const show = async () => {
      const rendered = await plan.draw(page, isOnly ? PLAN.maxEdge : PLAN.previewEdge)
      if (!isShown) return
      if (typeof rendered === 'string') setProblem(rendered)
      else if (rendered) {
        setPreview({ page, canvas: rendered })
        if (isOnly) latest.current?.(rendered)
      }
    }
    void show()
    return () => {
      isShown = false
    }
  }, [plan, page])

  const take = async () => {
    setTaking(true)
    const rendered = await plan?.draw(page, PLAN.maxEdge)
    setTaking(false)
    if (typeof rendered === 'string') setProblem(rendered)
    else if (rendered) latest.current?.(rendered)
  }
  return { pages: plan?.pages ?? 0, preview, problem, taking, take: () => void take() }
}
