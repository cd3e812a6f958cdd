-- How much the people of an office have sent that belongs to no record yet is summed before each upload.
create index stored_file_loose_office on stored_file (office_path)
  where purpose = 'people' and attached_to is null;
