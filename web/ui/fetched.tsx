import {
  Component,
  lazy,
  useEffect,
  useReducer,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { useText } from '../text.tsx'
import { Button } from './button.tsx'
import { useReady } from './ready.ts'

const AGAIN_MS = 5_000

class Unfetched extends Error {}

/**
 * A part of a page whose script is fetched once the part is shown. Where it cannot be fetched, the page stays: what the server has
 * drawn goes on standing there and is fetched for again, and a part that was asked for since says so in its place, with a retry.
 */
export function fetched<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const named = () => load().then((part) => ({ default: part }))
  const drawn = lazy(() => untilFetched(named))
  const once = () =>
    lazy(() =>
      named().catch((cause: unknown) => Promise.reject(new Unfetched('a part of the page', { cause }))),
    )
  let asked = once()
  return function Fetched(props: Props) {
    const ready = useReady()
    // Another component would begin anew: it stays the one that it was.
    const [byServer] = useState(!ready)
    const [, look] = useReducer((count: number) => count + 1, 0)
    const again = () => {
      asked = once()
      look()
    }
    const Part = byServer ? drawn : asked
    return (
      <Boundary again={again}>
        <Part {...props} />
      </Boundary>
    )
  }
}

/** Asks again for what cannot be fetched: when the connection is back, and every few seconds. */
async function untilFetched<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise<unknown>((resolve) => {
        setTimeout(resolve, AGAIN_MS)
        addEventListener('online', resolve, { once: true })
      })
    }
  }
}

type BoundaryProps = { again: () => void; children: ReactNode }

class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: null }
  static getDerivedStateFromError = (error: unknown) => ({ error })
  override render() {
    const { error } = this.state as { error: unknown }
    if (error === null) return this.props.children
    // Whatever else goes wrong is the page's.
    if (!(error instanceof Unfetched)) throw error
    return (
      <Unreached
        again={() => {
          this.props.again()
          this.setState({ error: null })
        }}
      />
    )
  }
}

/** Says that something could not be fetched; takes the focus, which mostly was on what asked for it. */
function Unreached({ again }: { again: () => void }) {
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
      <Button type="button" tone="secondary" onClick={again}>
        {t('error.retry')}
      </Button>
    </div>
  )
}

/**
 * Fetches the script of another route. A form that is sent there needs it, and where the router cannot fetch it at the press, it
 * loads the whole page anew. On the server there is nothing to do. @throws where it cannot be fetched.
 */
export async function fetchRoute(id: string): Promise<void> {
  const address =
    typeof window === 'undefined'
      ? undefined
      : (window as { __reactRouterManifest?: { routes: Record<string, { module: string } | undefined> } })
          .__reactRouterManifest?.routes[id]?.module
  if (address) await import(/* @vite-ignore */ address)
}
