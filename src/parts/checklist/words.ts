import type { SetupStep } from '#domain/access/setup-steps.ts'

/** Words of the first run (issue D "First run"). */
export const SETUP_WORDS = {
  title: 'Set up your centre',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: 'Done',
  steps: {
    branch: {
      label: 'Add a branch',
      hint: 'Where patients are seen. Its name appears on every document.',
    },
    department: { label: 'Set a department’s charges and slot', hint: 'What it costs, how long it takes.' },
    machine: { label: 'Add a machine', hint: 'In its department, with its AE title.' },
    service: { label: 'Add a service', hint: 'What is booked and paid; many at once from Excel.' },
    user: { label: 'Add a user', hint: 'Doctors, desk and technicians, each with a role.' },
    pacs: {
      label: 'Connect an image server',
      hint: 'Studies arrive from it; the form tests the connection.',
    },
  },
} as const satisfies Record<string, unknown> & { steps: Record<SetupStep, { label: string; hint: string }> }
