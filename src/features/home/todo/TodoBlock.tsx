import { Paper, Skeleton, Text, Title } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router-dom'
import { seesDashboard } from '#domain/access/dashboard.ts'
import type { SessionFields } from '#domain/access/session.ts'
import type { TodoLine } from '#domain/home/todo.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { ComparedDay } from './ComparedDay.tsx'
import { ENTRY_KINDS } from './entry.ts'
import classes from './todo.module.css'
import { useTodo } from './use-todo.ts'
import { TODO_WORDS as WORDS } from './words.ts'

const TodoEntries = lazyPart(() =>
  import('./TodoEntries.tsx').then((part) => ({ default: part.TodoEntries })),
)

export interface TodoBlockProps {
  session: SessionFields
  /** Shown in one row above other content. */
  isShort?: boolean
}

/** The person's open tasks: at most seven lines, each with a list. */
export function TodoBlock({ session, isShort = false }: TodoBlockProps) {
  const { lines, isKnown, now, source } = useTodo(session)
  const [params, setParams] = useSearchParams()
  const opened = ENTRY_KINDS.find((kind) => kind === params.get('todo'))
  const close = () =>
    setParams(
      (at) => {
        const next = new URLSearchParams(at)
        next.delete('todo')
        return next
      },
      { replace: true },
    )
  return (
    <Paper
      component="section"
      aria-labelledby="todo"
      className={classes.block}
      data-short={isShort || undefined}
    >
      <Title order={2} id="todo" size="h4">
        {WORDS.title}
      </Title>
      {lines.length > 0 && <Lines lines={lines} />}
      {lines.length === 0 && !isKnown && <Skeleton height={44} />}
      {lines.length === 0 && isKnown && (
        <div role="status">
          <Text fw={600}>{WORDS.nothing}</Text>
          {!isShort && <Text c="dimmed">{WORDS.nothingHint}</Text>}
        </div>
      )}
      {seesDashboard(session) && <ComparedDay session={session} now={now} />}
      {opened && <TodoEntries kind={opened} source={source} onClose={close} />}
    </Paper>
  )
}

function Lines({ lines }: { lines: readonly TodoLine[] }) {
  return (
    <ul className={classes.lines}>
      {lines.map(({ kind, count, to }) => (
        <li key={kind}>
          <Link to={to} className={classes.line}>
            <span className={classes.count}>{WORDS.number(count)}</span>
            <span className={classes.words}>{WORDS.lines[kind](count)}</span>
            <IconChevronRight size={16} stroke={1.5} aria-hidden className={classes.arrow} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
