declare module 'autocannon' {
  namespace autocannon {
    interface Options {
      url: string
      method?: string
      headers?: Record<string, string>
      body?: string
      connections?: number
      duration?: number
      amount?: number
      pipelining?: number
    }
    interface Result {
      duration: number
      errors: number
      timeouts: number
      '2xx': number
      '3xx': number
      '4xx': number
      '5xx': number
    }
    interface Running extends Promise<Result> {
      on(event: 'response', heard: (client: unknown, status: number, bytes: number, milliseconds: number) => void): void
    }
  }
  const autocannon: (options: autocannon.Options) => autocannon.Running
  export default autocannon
  export type { autocannon }
}
