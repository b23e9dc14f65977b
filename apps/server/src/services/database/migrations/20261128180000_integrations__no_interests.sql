-- Registering interest only thanks the teacher: nothing is sent or stored.
drop table integration_interests;
