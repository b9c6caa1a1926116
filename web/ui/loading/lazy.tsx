import {
  Component,
  lazy,
  useEffect,
  useReducer,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
  type LazyExoticComponent,
} from 'react'
import { useText } from '../text.tsx'
import { Button } from '../button.tsx'
import { useHydrated } from '../use-hydrated.ts'

const RETRY_DELAY_MS = 5_000

class FetchError extends Error {}

/**
 * A component whose script loads when it is first rendered. If the script cannot be fetched, the page stays:
 * server-rendered HTML remains and the script is retried automatically; a component that was first shown in
 * the browser is replaced by a notice with a retry button.
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const named = () => load().then((part) => ({ default: part }))
  const serverRendered = lazy(() => retryUntilLoaded(named))
  const loadOnce = () =>
    lazy(() =>
      named().catch((cause: unknown) => Promise.reject(new FetchError('a part of the page', { cause }))),
    )
  let onDemand = loadOnce()
  return function LazyWithRetry(props: Props) {
    const hydrated = useHydrated()
    // Fixed for the component's lifetime: switching between the two would remount it.
    const [wasServerRendered] = useState(!hydrated)
    const [, update] = useReducer((count: number) => count + 1, 0)
    const retry = () => {
      onDemand = loadOnce()
      update()
    }
    const Part = wasServerRendered ? serverRendered : onDemand
    return (
      <Boundary retry={retry}>
        <Part {...props} />
      </Boundary>
    )
  }
}

/** Retries until `load` succeeds: every 5 s, and when the browser is online again. */
async function retryUntilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise<unknown>((resolve) => {
        setTimeout(resolve, RETRY_DELAY_MS)
        addEventListener('online', resolve, { once: true })
      })
    }
  }
}

type BoundaryProps = { retry: () => void; children: ReactNode }

class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: null }
  static getDerivedStateFromError = (error: unknown) => ({ error })
  override render() {
    const { error } = this.state as { error: unknown }
    if (error === null) return this.props.children
    // Other errors belong to the page's error boundary.
    if (!(error instanceof FetchError)) throw error
    return (
      <RetryNotice
        retry={() => {
          this.props.retry()
          this.setState({ error: null })
        }}
      />
    )
  }
}

/** A notice with a retry button. Takes the focus, which mostly was on the control that triggered the load. */
function RetryNotice({ retry }: { retry: () => void }) {
  const t = useText()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="alert"
      className="mx-auto my-4 grid w-full max-w-[36rem] justify-items-start gap-4 rounded border-2 border-danger bg-danger-soft p-4 text-on-danger-soft"
    >
      <p>{t('error.unreached')}</p>
      <Button type="button" tone="secondary" onClick={retry}>
        {t('error.retry')}
      </Button>
    </div>
  )
}

/**
 * Loads the module of another route before a form is submitted to it. Without it, a failed module load makes
 * the router reload the document. Does nothing on the server.
 * @throws if the module cannot be fetched.
 */
export async function fetchRoute(id: string): Promise<void> {
  const moduleUrl =
    typeof window === 'undefined'
      ? undefined
      : (window as { __reactRouterManifest?: { routes: Record<string, { module: string } | undefined> } })
          .__reactRouterManifest?.routes[id]?.module
  if (moduleUrl) await import(/* @vite-ignore */ moduleUrl)
}

/** A lazy component that the page can do without: if its script cannot be fetched, it renders nothing. */
export const lazyOptional = <Props,>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => load().catch(() => ({ default: () => null })))
