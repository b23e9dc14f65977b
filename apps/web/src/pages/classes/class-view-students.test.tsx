import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { describe, expect, test } from 'vitest'
import { type Answer, refuse } from '../../testing/api.ts'
import { ben, mia, openClassScreen } from '../../testing/class-screen.tsx'
import { aClassGroup, aStudent } from '../../testing/samples.ts'
import ClassViewPage from './class-view.tsx'

const zoe = aStudent({ id: 'zoe', first_name: 'Zoë', last_name: 'Lund', email: 'Z@School.example' })
const kit = aStudent({ id: 'kit', first_name: 'Kit', last_name: 'Moss', external_student_id: 'EXT-9' })

/** The server's two lists: the class's students, and all of them. */
const students: Answer = ({ query }) => (query.has('class_group_id') ? [ben, mia] : [ben, mia, zoe, kit])

function Landing() {
  const { pathname, state } = useLocation()
  return <output aria-label="landed">{JSON.stringify({ pathname, state })}</output>
}

const courseless = (answers: Record<string, Answer>) => ({
  'GET /students': students,
  'GET /integrations/lti/classes/c1': () => ({ platform: null }),
  ...answers,
})

async function open(answers: Record<string, Answer> = {}, at = '/classes/view/c1?edit=true') {
  return openClassScreen('/classes/view/:classId', <ClassViewPage />, at, courseless(answers), <Landing />)
}

describe('the students of a class', () => {
  test('are sorted by last name in view mode, with a hint to switch to edit mode', async () => {
    await open({}, '/classes/view/c1')
    await userEvent.click(await screen.findByRole('tab', { name: 'Students (2)' }))
    const table = within(await screen.findByRole('table', { name: 'Students' }))
    await table.findByText('Ofori')
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'First name',
      'Last name',
      'Email',
      'External ID',
      'Actions',
    ])
    expect(
      table
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.querySelector('td')?.textContent),
    ).toEqual(['Mia', 'Ben'])
    expect(screen.getByText('Switch to edit mode to manage students.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'View Ben Ofori' }).getAttribute('href')).toBe(
      '/classes/c1/students/ben',
    )
    expect(screen.getByRole('link', { name: 'Ofori' }).getAttribute('href')).toBe('/classes/c1/students/ben')
    expect(screen.queryByRole('button', { name: 'Remove Ben Ofori from the class' })).toBeNull()
  })

  test('can be added with the button next to the hint', async () => {
    const { router } = await open({}, '/classes/view/c1')
    await userEvent.click(await screen.findByRole('tab', { name: 'Students (2)' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Add students' }))
    expect(router.state.location.search).toBe('?edit=true')
    expect(await screen.findByRole('region', { name: 'Add students' })).toBeDefined()
  })

  test("links to the student's form, with a way back to the class", async () => {
    await open()
    await userEvent.click(await screen.findByRole('link', { name: 'Edit Ben Ofori' }))
    const { pathname, state } = JSON.parse(screen.getByLabelText('landed').textContent ?? '')
    expect(pathname).toBe('/students')
    expect(state).toEqual({ studentToEdit: ben, returnTo: 'class', classId: 'c1' })
  })

  async function removeBen(answer: Answer) {
    let gone = false
    const api = await open({
      'GET /students': (call) => (gone && call.query.has('class_group_id') ? [mia] : students(call)),
      'DELETE /class-groups/c1/students/ben': (call) => {
        gone = true
        return answer(call)
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Ben Ofori from the class' }))
    expect(screen.getByText('Ofori').closest('tr')?.dataset.state).toBe('leaving')
    return api
  }

  test('turns the row red, slides it out, and removes the student from the class', async () => {
    await removeBen(() => aClassGroup({ student_ids: ['mia'] }))
    expect(await screen.findByText('Student removed from class successfully!')).toBeDefined()
    await waitFor(() => expect(screen.queryByText('Ofori')).toBeNull())
  })

  test('counts a student who already left the class (404) as removed', async () => {
    await removeBen(() => refuse(404, { code: 'not_found', detail: 'There is no such student.' }))
    expect(await screen.findByText('Student removed from class successfully!')).toBeDefined()
  })

  test('says why a student was not removed', async () => {
    await removeBen(() => refuse(503, { code: 'busy', detail: 'Later.' }))
    expect(await screen.findByText('Failed to remove student from class. Later.')).toBeDefined()
  })
})

describe('the students of a class that came from a course', () => {
  const course = { 'GET /integrations/lti/classes/c1': () => ({ platform: 'Moodle of the school' }) }

  test('are synchronised with the course on request', async () => {
    const { asked } = await open({
      ...course,
      'POST /integrations/lti/classes/c1/students': () => ({
        added: 1,
        left_out: 2,
        removed: 3,
        skipped: [],
      }),
    })
    expect(
      await screen.findByText(/This class was created from a course on Moodle of the school/),
    ).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Update from the course' }))
    expect(
      await screen.findByText(
        /1 student was added\. 2 students were not added: .* 3 students left the course and were removed\./,
      ),
    ).toBeDefined()
    expect(asked('POST', '/integrations/lti/classes/c1/students')).toHaveLength(1)
  })

  test('stay unchanged if the platform does not answer', async () => {
    const failing = {
      'POST /integrations/lti/classes/c1/students': () =>
        refuse(503, { code: 'busy', detail: 'Nothing was changed.' }),
    }
    await open({ ...course, ...failing })
    await userEvent.click(await screen.findByRole('button', { name: 'Update from the course' }))
    expect(await screen.findByText(/No students were added\. Nothing was changed\./)).toBeDefined()
  })
})

describe('adding students', () => {
  const picker = async () => within(await screen.findByRole('region', { name: 'Add students' }))
  const offered = (shown: Awaited<ReturnType<typeof picker>>) => shown.queryAllByRole('checkbox').length

  test('offers students not in the class, found by name, email or external id, ignoring case', async () => {
    await open()
    const shown = await picker()
    expect(offered(shown)).toBe(2)
    for (const [words, name] of [
      ['zoë l', 'Zoë Lund'],
      ['z@SCHOOL', 'Zoë Lund'],
      ['ext-', 'Kit Moss'],
    ] as const) {
      await userEvent.clear(shown.getByRole('searchbox'))
      await userEvent.type(shown.getByRole('searchbox'), words)
      expect(offered(shown)).toBe(1)
      expect(shown.getByRole('checkbox', { name })).toBeDefined()
    }
    await userEvent.type(shown.getByRole('searchbox'), 'nobody')
    expect(shown.getByText('No students match.')).toBeDefined()
  })

  test('links to the students if there is nobody to add', async () => {
    await open({ 'GET /students': () => [] })
    const shown = await picker()
    expect(shown.getByText(/You have no students yet/)).toBeDefined()
    expect(shown.getByRole('link', { name: 'Add students to your list' }).getAttribute('href')).toBe(
      '/students',
    )
  })

  test('requires at least one student', async () => {
    await open()
    const shown = await picker()
    await userEvent.click(shown.getByRole('button', { name: 'Add selected' }))
    expect(shown.getByText('Please select at least one student.')).toBeDefined()
  })

  const added = () => aClassGroup({ academic_year: '2026/27', student_ids: ['ben', 'mia', 'kit', 'zoe'] })
  const refused = () => refuse(503, { code: 'busy', detail: 'Later.' })

  async function add(answers: Record<string, Answer>, ...names: string[]) {
    const api = await open(answers)
    const shown = await picker()
    for (const name of names) await userEvent.click(shown.getByRole('checkbox', { name }))
    await userEvent.click(
      shown.getByRole('button', {
        name: names.length === 1 ? 'Add 1 student' : `Add ${names.length} students`,
      }),
    )
    return api
  }

  test('adds one', async () => {
    const { asked } = await add({ 'POST /class-groups/c1/students/zoe': added }, 'Zoë Lund')
    expect(await screen.findByText('Student added to class successfully!')).toBeDefined()
    expect(asked('POST', '/class-groups/c1/students/zoe')).toHaveLength(1)
  })

  test('adds several with one call each, and says how many', async () => {
    const { asked } = await add(
      { 'POST /class-groups/c1/students/zoe': added, 'POST /class-groups/c1/students/kit': added },
      'Zoë Lund',
      'Kit Moss',
    )
    expect(await screen.findByText('2 students added successfully.')).toBeDefined()
    for (const id of ['zoe', 'kit']) expect(asked('POST', `/class-groups/c1/students/${id}`)).toHaveLength(1)
  })

  test('says who was not added and why, and keeps them selected', async () => {
    await add(
      { 'POST /class-groups/c1/students/zoe': added, 'POST /class-groups/c1/students/kit': refused },
      'Zoë Lund',
      'Kit Moss',
    )
    expect(await screen.findByText('1 students added successfully. 1 failed: Kit Moss: Later.')).toBeDefined()
    await waitFor(() =>
      expect(screen.getByRole('checkbox', { name: 'Kit Moss' })).toHaveProperty('checked', true),
    )
  })

  test('says that none were added', async () => {
    await add(
      { 'POST /class-groups/c1/students/zoe': refused, 'POST /class-groups/c1/students/kit': refused },
      'Zoë Lund',
      'Kit Moss',
    )
    expect(
      await screen.findByText(
        /^Failed to add students: (Kit Moss|Zoë Lund): Later\.; (Kit Moss|Zoë Lund): Later\.$/,
      ),
    ).toBeDefined()
  })
})

describe('editing a class', () => {
  const form = async () => within(await screen.findByRole('region', { name: 'Class details' }))

  test('opens by ?edit=true or the button, and cleans up the address when done', async () => {
    await open({}, '/classes/view/c1?edit=true')
    expect((await form()).getByRole('button', { name: 'Save' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
    cleanup()
    const { router } = await open({}, '/classes/view/c1')
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
    expect(router.state.location.search).toBe('?edit=true')
    expect((await form()).getByRole('textbox', { name: /Class name/ })).toHaveProperty(
      'value',
      'Year 10 English',
    )
    expect(screen.getByRole('tab', { name: 'Students (2)' }).getAttribute('aria-selected')).toBe('true')
    await userEvent.click(screen.getByRole('button', { name: 'Done' }))
    // The tab stays open.
    expect(router.state.location.search).toBe('?tab=students')
    expect(screen.queryByRole('region', { name: 'Class details' })).toBeNull()
  })

  test('saves trimmed, a blank year as null', async () => {
    let name = 'Year 10 English'
    const { asked, router } = await open({
      'GET /class-groups/c1': () => aClassGroup({ class_name: name, academic_year: '2026/27' }),
      'PUT /class-groups/c1': () => {
        name = 'Year 11'
        return aClassGroup({ class_name: name })
      },
    })
    const shown = await form()
    await userEvent.clear(shown.getByRole('textbox', { name: /Class name/ }))
    await userEvent.click(shown.getByRole('button', { name: 'Save' }))
    expect(await shown.findByText('Class name is required.')).toBeDefined()
    await userEvent.type(shown.getByRole('textbox', { name: /Class name/ }), ' Year 11 ')
    await userEvent.clear(shown.getByRole('textbox', { name: /Academic year/ }))
    await userEvent.click(shown.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Class updated successfully!')).toBeDefined()
    expect(asked('PUT', '/class-groups/c1').map(({ body }) => body)).toEqual([
      { class_name: 'Year 11', academic_year: null },
    ])
    expect(await screen.findByRole('heading', { level: 1, name: 'Year 11' })).toBeDefined()
    // The tab stays open.
    expect(router.state.location.search).toBe('?tab=students')
  })

  test('says why it was not saved', async () => {
    await open({
      'PUT /class-groups/c1': () => refuse(409, { code: 'conflict', detail: 'The name is taken.' }),
    })
    await userEvent.click((await form()).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Update failed. The name is taken.')).toBeDefined()
  })
})
