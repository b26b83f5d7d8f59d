import { demoId } from '../random.ts'

/** A study tag of the demo; each centre has its own copies. */
export interface DemoTag {
  name: string
  color: string
  type: 'Normal' | 'Critical'
}

export const DEMO_TAGS: readonly DemoTag[] = [
  { name: 'Urgent', color: '#e8590c', type: 'Normal' },
  { name: 'VIP', color: '#ae3ec9', type: 'Normal' },
  { name: 'In-patient', color: '#1c7ed6', type: 'Normal' },
  { name: 'Teaching', color: '#0c8599', type: 'Normal' },
  { name: 'Insurance', color: '#5c940d', type: 'Normal' },
  { name: 'Critical result', color: '#e03131', type: 'Critical' },
  { name: 'Informed by phone', color: '#c2255c', type: 'Critical' },
]

export const tagIdOf = (clientId: string, name: string) => demoId('tag', `${clientId} ${name}`)
