declare module 'autocannon' {
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
  interface Histogram {
    p50: number
    p97_5: number
    p99: number
    average: number
    max: number
  }
  interface Result {
    latency: Histogram
    duration: number
    errors: number
    timeouts: number
    '2xx': number
    '3xx': number
    '4xx': number
    '5xx': number
  }
  const autocannon: (options: Options) => Promise<Result>
  export default autocannon
}
