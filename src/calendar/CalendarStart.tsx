import { Navigate } from 'react-router-dom';
import { useAppSelector } from '../hooks';
import { calendarPath } from '../routes';
import { selectToday } from '../ui/uiSlice';

/** Leads to the month of today: for `/calendar`, and for an address that names no day. */
export const CalendarStart = () => (
  <Navigate to={calendarPath('month', useAppSelector(selectToday))} replace />
);
